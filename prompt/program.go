package prompt

// Program is what a generated package knows of one session: its sections, commands and tools. S is the package's
// Session and T its Turn.
//
// Turn demands only what is going to be read: by the command with a name, or by the sections where command is "".
type Program[S, T any] struct {
	Transport Transport
	Separator string // between two sections that are not empty
	Final     string // behind the system text, unless that is empty
	Limit     int    // the most bytes of the system text, separators and Final included; 0 is no limit
	Sections  []SectionSpec[T]
	Chain     *Chain[T] // nil where nothing stands in place of Sections or behind them
	Commands  []CommandSpec[T]
	Tools     *Tools
	// Projections are the formats of requests that the registry declares; nil for all.
	Projections []Provider
	Marks       Marks // none when 0
	TTL         TTL
	Cache       Cache                                // the deployment's say, checked by Errs.Cache
	Notes       []Note                               // what limits did to the inputs of the session
	Turn        func(e *Errs, t T, command string) T // checks and normalises t; nil takes all
	Refresh     func(S) (*Assembler[S, T], error)    // the assembler for new session inputs
	Identity    Identity
	Facts       func(*Facts)        // the gates and inputs that the profile reads; nil for none
	Digests     func() []DigestSpec // the digests that the registry declares; nil for none
}

// SectionSpec is a section of the system text or, when it is volatile and not InSystem, of the tail, or else what opens
// the history as a turn of the user's. Exactly one of Write and WriteTurn is set; WriteTurn is for volatile sections only.
type SectionSpec[T any] struct {
	Name      string
	Level     Level
	InSystem  bool // of a volatile section: it stands in the system text
	User      bool // it opens the history
	Total     Over // what happens where it takes the system text over Program.Limit: Reject or Skip
	Write     func(*Buf)
	WriteTurn func(*Buf, *T)

	separator *string // in front of it; nil is Program.Separator
	given     bool    // it is a value of the host, whose Go path is Name
}

// kind is what errors put in front of the name.
func (s *SectionSpec[T]) kind() string {
	if s.given {
		return ""
	}
	return "section "
}

// CommandSpec is an instruction text that is rendered on demand.
type CommandSpec[T any] struct {
	Name  string
	Write func(*Buf, *T)
}

// SectionInfo is what a registry declares about a section.
type SectionInfo struct {
	Name   string
	Role   string // "system" or "user"
	When   string // the condition, e.g. "skills && !yolo"; "" is always
	Reason string // why it is not static
	Level  Level
}

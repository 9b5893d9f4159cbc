package prompt

import "slices"

// hostSchema is what requests need to know of a tool of the host.
type hostSchema struct {
	Hoster
	root jsonValue
}

// offer makes a tool of the host one that is offered.
func (h HostSpec) offer() offer {
	return newHostOffer(Hoster{h.set, h.Server, h.Name}, h.wire, h.Doc, h.Schema, h.parsed)
}

func newHostOffer(whose Hoster, name, doc string, schema JSON, root jsonValue) offer {
	return offer{
		spec:   ToolSpec{Name: name, Doc: doc, Level: Session, Params: new(paramReader).host(&root)},
		schema: share(string(schema)),
		host:   &hostSchema{whose, root},
	}
}

// hostOffer makes the tool of the host that a record holds.
func (t *RecordTool) hostOffer() offer {
	root, _ := parseRoot(t.Schema) // of an intact record it is what New let through
	return newHostOffer(Hoster{t.Toolset, t.Server, t.Host}, t.Name, string(t.Doc), JSON(t.Schema), root)
}

func (o *offer) hoster() Hoster {
	if o.host == nil {
		return Hoster{}
	}
	return o.host.Hoster
}

// lastDeclared is the place of the last tool that the registry declares, or -1.
func lastDeclared(offers []offer) int {
	for i, o := range slices.Backward(offers) {
		if o.host == nil {
			return i
		}
	}
	return -1
}

// appendHead appends what a tool begins with in every format: open, e.g. {"name":, its name, and the member
// "description", which a tool of the host may lack.
func (o *offer) appendHead(dst []byte, open string) []byte {
	dst = appendString(append(dst, open...), o.spec.Name)
	if o.spec.Doc == "" && o.host != nil {
		return dst
	}
	dst = append(dst, `,"description":`...)
	return appendString(dst, o.spec.Doc)
}

// appendSchema appends the schema of a tool: of a declared one in a dialect, of one of the host's in its form.
func (o *offer) appendSchema(dst []byte, d dialect, form hostForm) []byte {
	switch {
	case o.host != nil && d == geminiOpenAPIDialect:
		return new(openForm).schema(dst, &o.host.root)
	case o.host != nil:
		return appendHostSchema(dst, &o.host.root, form)
	}
	return appendSchema(dst, o.spec.Params, d)
}

// Hosts reports whether a name is that of a tool of the host which is offered.
func (t *Tools) Hosts(name string) bool {
	o := t.find(name)
	return o != nil && o.host != nil
}

// CheckHostCall checks a call of a tool of the host: its arguments are an object of JSON that gives no name twice, at no
// depth. What its members may be is for the host's server to say. An error is a *CallError with everything that is wrong.
func (t *Tools) CheckHostCall(c Call) error {
	return decodeArgs(c, members{}, func(d *argDecoder, v *jsonValue) {
		if v.kind != jsonObject {
			d.want("an object", v)
			return
		}
		d.distinct(v)
	})
}

// HostOf returns t with the tools of the host that a record holds in place of its own. Generated code calls it.
func (t *Tools) HostOf(r *Record) *Tools {
	out := &Tools{}
	if t != nil {
		out.box = t.box
	}
	for _, o := range t.list() {
		if o.host == nil {
			out.offers = append(out.offers, o)
		}
	}
	for i := range r.Tools {
		if r.Tools[i].Toolset != "" {
			out.offers = append(out.offers, r.Tools[i].hostOffer())
		}
	}
	return out
}

// OffersToolset reports whether the record holds tools of a toolset. Generated code calls it.
func (r *Record) OffersToolset(set string) bool {
	return slices.ContainsFunc(r.Tools, func(t RecordTool) bool { return t.Toolset == set })
}

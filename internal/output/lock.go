package output

// The lock is the system's own, so it ends with the process that holds it however that ends. Where a file system
// has none, runs go on without: refusing to work there would be worse than two runs at once, which is rare.

// lockMode says whether others may hold the lock too.
type lockMode bool

const (
	shared    lockMode = false // Check: others may read
	exclusive lockMode = true  // Apply: nobody else
)

package temporal

import "errors"

// ErrConfig is returned by NewClient and NewWorker for a configuration that cannot work.
var ErrConfig = errors.New("temporal: bad configuration")

var errElsewhere = errors.New("temporal: workers perform calls, clients do not")

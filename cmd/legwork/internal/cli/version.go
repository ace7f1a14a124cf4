package cli

import "runtime/debug"

// engineVersion is what a recording names as its engine.
const engineVersion = "v0.1.0"

// version tells the engine's version and, when the build knows it, the revision.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return engineVersion
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return engineVersion + " (" + s.Value[:12] + ")"
		}
	}
	return engineVersion
}

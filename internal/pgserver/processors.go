package pgserver

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Processors returns how long the server and the processes that serve connections have used the processors, those that
// have ended too, to a hundredth of a second; 0 where there is no /proc.
func (s *Server) Processors() time.Duration {
	pid := s.process.Process.Pid
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	ticks := int64(0)
	for process := range strings.FieldsSeq(strconv.Itoa(pid) + " " + string(children)) {
		stat, _ := os.ReadFile("/proc/" + process + "/stat")
		_, rest, _ := strings.Cut(string(stat), ") ") // behind the name
		const user, childrenOfSystem = 11, 14         // utime, stime, cutime, cstime
		for i, field := range strings.Fields(rest) {
			if n, err := strconv.ParseInt(field, 10, 64); err == nil && i >= user && i <= childrenOfSystem {
				ticks += n
			}
		}
	}
	return time.Duration(ticks) * (time.Second / 100)
}

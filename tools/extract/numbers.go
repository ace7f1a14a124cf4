package extract

// joinNumbers makes one number of "twenty seventh", "twenty-one" and "thirty first".
func (r *reading) joinNumbers() {
	for i := 0; i+1 < len(r.toks); i++ {
		tens, at := &r.toks[i], i+1
		if tens.kind != word || tens.ordinal || tens.value != 20 && tens.value != 30 || !r.sameSentence(i, i+1) {
			continue
		}
		if r.text(at) == "-" && at+1 < len(r.toks) {
			at++
		}
		ones := &r.toks[at]
		if ones.kind != word || ones.value < 1 || ones.value > 9 {
			continue
		}
		tens.raw, tens.end = r.words(i, at+1), ones.end
		tens.value, tens.ordinal = tens.value+ones.value, ones.ordinal
		r.put(i+1, at+1)
	}
}

package temporal

import (
	"bytes"
	"compress/zlib"
	"errors"
	"slices"
	"sync"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/proto"
)

// DataConverter compresses payloads that gain by it. Clients and workers must have the same one, or one around it that
// encrypts, since histories hold all that a trip's log holds.
func DataConverter() converter.DataConverter {
	return converter.NewCodecDataConverter(converter.GetDefaultDataConverter(),
		codec{converter.NewZlibCodec(converter.ZlibCodecOptions{})})
}

// codec writes what the SDK's zlib codec reads, with writers that are used again: to make one costs more than to
// compress a payload.
type codec struct{ converter.PayloadCodec }

// worthwhile is how long a payload is that is compressed, in bytes.
const worthwhile = 512

var writers = sync.Pool{New: func() any { return zlib.NewWriter(nil) }}

// Encode implements [converter.PayloadCodec].
func (codec) Encode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	out := slices.Clone(payloads)
	for i, p := range payloads {
		if proto.Size(p) < worthwhile {
			continue
		}
		plain, err := proto.Marshal(p)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		w := writers.Get().(*zlib.Writer) //nolint:errcheck // the pool holds nothing else
		w.Reset(&b)
		_, err = w.Write(plain)
		if err = errors.Join(err, w.Close()); err != nil {
			return nil, err
		}
		writers.Put(w)
		zipped := map[string][]byte{converter.MetadataEncoding: []byte("binary/zlib")}
		out[i] = &commonpb.Payload{Metadata: zipped, Data: b.Bytes()}
	}
	return out, nil
}

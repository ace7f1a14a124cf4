package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/legwork-go/legwork/legworktest/golden"
	"github.com/legwork-go/legwork/trip"
)

// bucketScheme begins the address of a bucket, where a folder of recordings may be named too.
const bucketScheme = "s3://"

func isBucket(address string) bool { return strings.HasPrefix(address, bucketScheme) }

// bucketHelp says how a bucket is reached.
const bucketHelp = `s3://BUCKET/PREFIX is an S3-compatible bucket: the credentials are those of the AWS tools (AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY, the shared file, or the machine's role), and so are AWS_REGION and, for another service than
Amazon's, AWS_ENDPOINT_URL, such as https://minio.example.`

// bucketArchive keeps recordings in a bucket, an object each.
type bucketArchive struct {
	client       *minio.Client
	name, prefix string
}

// openBucket connects to the bucket of an address.
func openBucket(ctx context.Context, address string) (*bucketArchive, error) {
	name, prefix, _ := strings.Cut(strings.TrimPrefix(address, bucketScheme), "/")
	if name == "" {
		return nil, usage("%s: want s3://BUCKET or s3://BUCKET/PREFIX", address)
	}
	const amazon = "https://s3.amazonaws.com"
	at, err := url.Parse(cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), amazon))
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, usage("AWS_ENDPOINT_URL: want a URL such as https://minio.example")
	}
	client, err := minio.New(at.Host, &minio.Options{
		Secure: at.Scheme == "https", Region: cmp.Or(os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")),
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
		}),
	})
	if err != nil {
		return nil, usage("%s: %v", address, err)
	}
	b := &bucketArchive{client, name, strings.Trim(prefix, "/")}
	there, err := client.BucketExists(ctx, name)
	switch {
	case err != nil:
		return nil, b.failed(err)
	case !there:
		return nil, usage("%s: there is no such bucket: make it first", address)
	}
	return b, nil
}

// failed says what is wrong with the bucket.
func (b *bucketArchive) failed(err error) error {
	return fmt.Errorf("legwork: bucket %s: %w", b.name, err)
}

// Keep implements ops.Archive. The service compares what has arrived with its checksum.
func (b *bucketArchive) Keep(ctx context.Context, id trip.ID, recording io.Reader) error {
	spooled, err := os.CreateTemp("", "legwork-")
	if err != nil {
		return fmt.Errorf("legwork: --archive: %w", err)
	}
	defer func() { _ = errors.Join(spooled.Close(), os.Remove(spooled.Name())) }()
	size, err := io.Copy(spooled, recording)
	if err == nil {
		_, err = spooled.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("legwork: --archive: %w", err)
	}
	_, err = b.client.PutObject(ctx, b.name, path.Join(b.prefix, fileOf(id)), spooled, size,
		minio.PutObjectOptions{ContentType: "application/jsonl", SendContentMd5: true})
	if err != nil {
		return b.failed(err)
	}
	return nil
}

// inBucket yields the recordings below an address. It returns false when the loop was left.
func inBucket(ctx context.Context, address string, yield func(recording, error) bool) bool {
	b, err := openBucket(ctx, address)
	if err != nil {
		return yield(recording{name: address}, err)
	}
	below := b.prefix
	if below != "" {
		below += "/"
	}
	listing, stop := context.WithCancel(ctx)
	defer stop()
	for object := range b.client.ListObjects(listing, b.name, minio.ListObjectsOptions{Prefix: below, Recursive: true}) {
		if object.Err != nil {
			return yield(recording{name: address}, b.failed(object.Err))
		}
		if golden.IsRecording(object.Key) && !yield(b.recording(ctx, object.Key), nil) {
			return false
		}
	}
	return true
}

func (b *bucketArchive) recording(ctx context.Context, key string) recording {
	name := bucketScheme + b.name + "/" + key
	return recording{name: name, open: func() (io.ReadCloser, string, error) {
		in, err := b.client.GetObject(ctx, b.name, key, minio.GetObjectOptions{})
		if err != nil {
			return nil, "", b.failed(err)
		}
		return in, name, nil
	}}
}

// Remove implements archived, for all versions of an object.
func (b *bucketArchive) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	key := strings.TrimPrefix(name, bucketScheme+b.name+"/")
	var versions []string
	for object := range b.client.ListObjects(ctx, b.name, minio.ListObjectsOptions{Prefix: key, WithVersions: true}) {
		switch {
		case minio.ToErrorResponse(object.Err).StatusCode == http.StatusNotImplemented: // the service knows no versions
			versions = []string{""}
		case object.Err != nil:
			return b.failed(object.Err)
		case object.Key == key:
			versions = append(versions, object.VersionID)
		}
	}
	for _, version := range versions {
		if err := b.client.RemoveObject(ctx, b.name, key, minio.RemoveObjectOptions{VersionID: version}); err != nil {
			return b.failed(err)
		}
	}
	return nil
}

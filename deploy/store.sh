#!/bin/sh
# Starts the S3 server SeaweedFS with all its parts in one process, set to acknowledge an object only after it is on the disk.
# The bucket is created after this setting, never by an upload.
set -eu
(
  until weed shell -master=127.0.0.1:9333.19333 -filer=127.0.0.1:8888.18888 <<'COMMANDS'
fs.configure -locationPrefix=/buckets/ -fsync -apply
s3.bucket.create -name aural
COMMANDS
  do
    sleep 1
  done
) &
exec weed server -dir=/data -ip=127.0.0.1 -ip.bind=127.0.0.1 \
  -master.port=9333 -master.port.grpc=19333 -master.volumeSizeLimitMB=1024 -master.telemetry=false \
  -volume.port=8080 -volume.port.grpc=18080 -volume.max=0 \
  -filer -filer.port=8888 -filer.port.grpc=18888 -filer.localSocket=/tmp/filer.sock \
  -s3 -s3.ip.bind=0.0.0.0 -s3.port=7070 -s3.port.grpc=17070 -s3.localSocket=/tmp/s3.sock \
  -s3.autoCreateBucket=false -s3.iam=false -s3.port.iceberg=0 -s3.port.lance=0

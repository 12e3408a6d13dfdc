#!/bin/sh
# Fills the disk as fast as it can, up to 200 MB.
head -c 200000000 /dev/zero > "$1/output/filler"
exec sleep 600

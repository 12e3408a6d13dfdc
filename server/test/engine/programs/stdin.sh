#!/bin/sh
# Older than the job folder: the document comes on standard input, the report goes to standard output.
echo 'a warning' >&2
read -r document
case "$document" in *'"data":"1.1.1.1"'*) said=1.1.1.1 ;; esac
echo '{"success":true,"summary":{},"artifacts":[],"operations":[],"full":{"said":"'"$said"'"}}'

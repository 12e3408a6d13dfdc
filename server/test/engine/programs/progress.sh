#!/bin/sh
# Knows the job folder, and prints JSON all the same.
echo '{"progress": 50}'
[ "$(grep -c crash "$1/input/input.json")" = 0 ] || exit 3
echo '{"success":true,"full":{"from":"the file"}}' > "$1/output/output.json"

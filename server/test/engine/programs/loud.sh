#!/bin/sh
# 10 MB on each stream, more than any pipe holds.
head -c 10000000 /dev/zero | tr '\0' 'a'
head -c 10000000 /dev/zero | tr '\0' 'b' >&2
# On both, because nobody knows which stream is read to its end last.
echo the end
echo the end >&2
printf '{"success":true,"full":{}}' > "$1/output/output.json"

#!/bin/sh
# A fork bomb with an end: 60 processes, then it waits.
n=0
while [ $n -lt 60 ]; do sleep 600 & n=$((n + 1)); done
echo forked > "$1/output/forked"
wait

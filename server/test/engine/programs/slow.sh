#!/bin/sh
# Tells that it runs, then waits longer than any test.
echo ready
echo $$ > "$1/output/pid"
exec sleep 600

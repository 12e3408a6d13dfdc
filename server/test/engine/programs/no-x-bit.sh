#!/bin/sh
# Repeats the input as the report, as the smallest honest analyzer would.
printf '{"success":true,"summary":{},"artifacts":[],"operations":[],"full":' > "$1/output/output.json"
cat "$1/input/input.json" >> "$1/output/output.json"
printf '}' >> "$1/output/output.json"

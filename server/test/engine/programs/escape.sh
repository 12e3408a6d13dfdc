#!/bin/sh
# Tries to leave its folder.
echo stolen > "$1/../escaped"
echo changed >> "$1/input/input.json"
printf '{"success":true,"full":{},"artifacts":[' > "$1/output/output.json"
printf '{"dataType":"file","file":"../input/input.json","filename":"../../x"}]}' >> "$1/output/output.json"

#!/bin/sh
# What a sandboxed program can do.
tell() { echo "$1: $2"; }
touch /etc/assay-was-here 2> /dev/null && tell system writable || tell system read-only
[ -w /proc/sys/kernel/core_pattern ] && tell kernel writable || tell kernel read-only
touch "$1/input/x" 2> /dev/null && tell input writable || tell input read-only
touch /tmp/private && tell temp writable
tell folders "$(ls "$(dirname "$1")" | wc -l)"
tell processes "$(ls /proc | grep -c '^[0-9]')"
tell interfaces "$(ls /sys/class/net 2> /dev/null | wc -l) $(grep -c : /proc/net/dev)"
[ -f "$HIDDEN_FILE" ] && [ -s "$HIDDEN_FILE" ] && tell secret seen || tell secret hidden
printf '{"success":true,"full":{}}' > "$1/output/output.json"

#!/bin/sh
# Leaves a child in a session of its own, with nothing of ours open.
setsid sh -c 'echo $$ > "$1/output/child.part"; mv "$1/output/child.part" "$1/output/child"
  sleep 600; :' child "$1" < /dev/null > /dev/null 2>&1 &
while [ ! -f "$1/output/child" ]; do sleep 0.02; done
printf '{"success":true,"full":{}}' > "$1/output/output.json"
[ -f "$1/input/stay" ] || exit 0
echo $$ > "$1/output/pid"
exec sleep 600

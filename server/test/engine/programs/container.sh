#!/bin/sh
# What a container of ours looks like from inside.
cat "$1/input/input.json" > /dev/null || exit 9
echo "user: $(id -u)"
echo "arguments: $#"
echo "bundle: $REQUESTS_CA_BUNDLE"
echo "interfaces: $(grep -c : /proc/net/dev)"
env | grep -i assay
echo "home: $HOME"
grep -E 'CapEff|NoNewPrivs' /proc/self/status
(: > /new-file) 2> /dev/null && echo 'root: writable' || echo 'root: read-only'
(: > /tmp/new-file) 2> /dev/null && echo 'temp: writable' || echo 'temp: read-only'
(: > "$1/input/new-file") 2> /dev/null && echo 'input: writable' || echo 'input: read-only'
mkdir "$1/output/deeper"
echo x > "$1/output/deeper/file"
echo artifact > "$1/output/a file with blanks"
ln -s /etc/passwd "$1/output/link"
cat "$1/input/input.json" > "$1/output/echo"
printf '{"success":true,"full":{}}' > "$1/output/output.json"
exit 4

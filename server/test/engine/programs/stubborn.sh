#!/bin/sh
trap '' TERM INT HUP
echo $$ > "$1/output/pid"
while :; do sleep 1; done

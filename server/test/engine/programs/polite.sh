#!/bin/sh
trap 'echo asked > "$1/output/asked"; exit 0' TERM
echo $$ > "$1/output/pid"
while :; do sleep 0.05; done

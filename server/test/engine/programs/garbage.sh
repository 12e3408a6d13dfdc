#!/bin/sh
head -c 200000 /dev/urandom > "$1/output/output.json"
head -c 200000 /dev/urandom

#!/bin/sh
ln -s /etc/passwd "$1/output/output.json"
ln -s /etc/passwd "$1/output/passwd"
mkdir "$1/output/directory"
mkfifo "$1/output/pipe"

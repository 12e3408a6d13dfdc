#!/bin/sh
echo 'Traceback (most recent call last): boom' >&2
exit 3

#!/usr/bin/env python3
# Asks for 400 MB, touches it and stays.
import sys, time
block = bytearray(400_000_000)
open(sys.argv[1] + "/output/pid", "w").write("has it")
time.sleep(600)

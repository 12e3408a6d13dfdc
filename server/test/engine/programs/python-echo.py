#!/usr/bin/env python3
# Writes the way cortexutils does: text mode, the locale's encoding, numbers that are not JSON.
import json, os, sys
job = sys.argv[1] if len(sys.argv) > 1 else "/job"
with open(os.path.join(job, "input", "input.json")) as file:
    data = json.load(file)
report = {"success": True, "full": {"data": data.get("data"), "big": 2**70, "none": float("nan")}}
with open(os.path.join(job, "output", "output.json"), "w") as file:
    json.dump(report, file, ensure_ascii=False)

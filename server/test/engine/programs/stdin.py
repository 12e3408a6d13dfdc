#!/usr/bin/env python3
# Older than the job folder: the document comes on standard input, the report goes to standard output.
import json
import sys

document = json.load(sys.stdin)
if document["dataType"] == "file":
    with open(document["file"]) as file:
        said = file.read()
else:
    said = document["data"]
if said == "fail":
    json.dump({"success": False, "errorMessage": "as it was asked to"}, sys.stdout)
    sys.exit(1)
json.dump({"success": True, "full": {"said": said}, "artifacts": []}, sys.stdout, ensure_ascii=False)

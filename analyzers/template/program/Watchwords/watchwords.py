#!/usr/bin/env python3
"""An analyzer in any language: read input/input.json, write output/output.json."""
import json
import sys
from pathlib import Path

folder = Path(sys.argv[1])
job = json.loads((folder / "input" / "input.json").read_text(encoding="utf-8"))


def write(report):
    text = json.dumps(report, ensure_ascii=False)
    (folder / "output" / "output.json").write_text(text, encoding="utf-8")


words = job["config"].get("words") or []
if not words:
    write({"success": False, "errorMessage": "There are no words to look for"})
    sys.exit(1)

text = job["data"].lower()
found = [word for word in words if word.lower() in text]
level, value = ("suspicious", ", ".join(found)) if found else ("info", "0")
write(
    {
        "success": True,
        "summary": {
            "taxonomies": [
                {"level": level, "namespace": "Watchwords", "predicate": "Found", "value": value}
            ]
        },
        "full": {"found": found, "searched": len(words)},
        "artifacts": [],
        "operations": [],
    }
)

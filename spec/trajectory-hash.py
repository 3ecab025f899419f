#!/usr/bin/env python3
"""The two hashes of a REPLAY.jsonl, written from spec/trajectories.md without the TypeScript code.

    python3 trajectory-hash.py REPLAY.jsonl    prints the trajectory hash and the outline hash
    python3 trajectory-hash.py --batch         reads one JSON string per line, each a whole file

It checks nothing but that every line can be hashed.
"""
import json
import sys

sys.dont_write_bytecode = True
from rfc8785 import digest

HASHED = {"PlanStart": "plan", "ToolCall": "params", "ToolResult": "output", "RuntimeEvent": "payload"}


def once(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key twice")
    return value


def refuse(word):
    raise ValueError(f"{word} is not JSON")


def outline(line):
    if line.get("event") == "ReplayHeader":
        left_out = "redacted_from"
    else:
        left_out = HASHED.get(line.get("event"))
    return {key: value for key, value in line.items() if key != left_out}


def hashes(text):
    rows = text.split("\n")
    if rows[-1] == "":
        rows.pop()
    lines = [json.loads(row, object_pairs_hook=once, parse_constant=refuse) for row in rows]
    return digest(lines), digest([outline(line) for line in lines])


if __name__ == "__main__":
    if sys.argv[1:] == ["--batch"]:
        for row in sys.stdin:
            print(*hashes(json.loads(row)))
    else:
        with open(sys.argv[1], encoding="utf-8", newline="") as file:
            print("\n".join(hashes(file.read())))

import type { Fixture } from "../test/fixture.ts";
import { WHEEL } from "./local-wheel.fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "managed-environment",
    when: "a package is installed on Debian",
    files: { "make-wheel.py": WHEEL },
    setup: "python3 make-wheel.py",
    command: "pip3 install --quiet --no-index ./wheels/moospeak-1.0-py3-none-any.whl",
    shows: "externally-managed-environment",
    needs: ["pip3", "python3:venv", "python3:pip"],
  },
  {
    rule: "python-no-venv",
    when: "the system manages Python",
    setup:
      "mkdir bin && printf '#!/bin/sh\\necho \"error: externally-managed-environment\"; exit 1\\n' > bin/pip && chmod +x bin/pip",
    command: "bin/pip install httpx",
    shows: "externally-managed",
    hints: "python3 -m venv .venv",
  },
];

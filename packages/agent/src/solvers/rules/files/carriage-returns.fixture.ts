import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the first line names an interpreter",
    files: { "run.sh": "#!/bin/bash\r\necho running\r\n" },
    setup: "chmod +x run.sh",
    command: "./run.sh",
    shows: "cannot execute: required file not found",
  },
  {
    when: "bash reads it",
    files: { "run.sh": "cd src\r\nls\r\n", "src/a": "" },
    command: "bash run.sh",
    shows: "No such file or directory",
  },
  {
    when: "a block never ends",
    files: { "run.sh": "if true; then\r\n  echo yes\r\nfi\r\n" },
    command: "bash run.sh",
    shows: "syntax error: unexpected end of file",
  },
  {
    when: "env looks for python3 with a carriage return",
    files: { "report.py": "#!/usr/bin/env python3\r\nprint('fine')\r\n" },
    setup: "chmod +x report.py",
    command: "./report.py",
    shows: "python3",
    needs: ["python3"],
  },
];

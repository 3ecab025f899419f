import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a program uses f-strings",
    files: { "app.py": 'n = 3\nprint(f"{n} runs")\n' },
    setup:
      'mkdir bin && printf \'#!/bin/sh\\nprintf "  File \\\\"$1\\\\", line 2\\\\n    print(f\\\\"{n} runs\\\\")\\\\nSyntaxError: invalid syntax\\\\n"; exit 1\\n\' > bin/python && chmod +x bin/python',
    command: "bin/python app.py",
    shows: "SyntaxError: invalid syntax",
    needs: ["python3"],
  },
];

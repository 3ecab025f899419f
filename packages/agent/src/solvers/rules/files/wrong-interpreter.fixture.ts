import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "it was written on another system",
    files: { "clean.sh": "#!/usr/local/bin/bash\necho clean\n" },
    setup: "chmod +x clean.sh",
    command: "./clean.sh",
    shows: "cannot execute: required file not found",
  },
  {
    when: "it asks env for python",
    files: { "count.py": "#!/usr/bin/env python\nprint(3)\n" },
    setup: "chmod +x count.py",
    command: "./count.py",
    shows: "No such file or directory",
    needs: ["python3"],
    lacks: ["python"],
  },
  {
    when: "the interpreter's name is mistyped",
    files: { "count.py": "#!/usr/bin/env pyton3\nprint(3)\n" },
    setup: "chmod +x count.py",
    command: "./count.py",
    shows: "env: ‘pyton3’: No such file or directory",
    needs: ["python3"],
  },
];

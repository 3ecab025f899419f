import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a script for macOS calls gsed",
    files: { "notes.txt": "milk\n" },
    command: "gsed -n 's/milk/oat milk/p' notes.txt",
    shows: "gsed: command not found",
    lacks: ["gsed"],
  },
  {
    when: "python is only called python3",
    files: { "hello.py": "print('hello')\n" },
    command: "python hello.py",
    shows: "python: command not found",
    needs: ["python3"],
    lacks: ["python"],
  },
];

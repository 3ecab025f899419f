import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the script lies in a subdirectory",
    files: { "tools/seed-database.py": "print('seeded')\n" },
    command: "python3 seed-database.py",
    shows: "can't open file",
    needs: ["python3"],
  },
  {
    when: "a compiler is given the bare name",
    files: { "src/engine.c": "int engine;\n" },
    command: "gcc -c engine.c -o engine.o",
    shows: "engine.c: No such file or directory",
    needs: ["gcc"],
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a settings file is explained in place",
    files: { "settings.json": '{\n  // where it listens\n  "port": 8080\n}\n' },
    command: "python3 -m json.tool settings.json",
    shows: "Expecting property name enclosed in double quotes",
    needs: ["python3"],
  },
];

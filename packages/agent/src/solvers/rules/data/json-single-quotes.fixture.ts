import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a dictionary of Python was saved",
    files: { "settings.json": "{\n  'port': 8080,\n  'host': 'localhost'\n}\n" },
    command: "python3 -m json.tool settings.json",
    shows: "Expecting property name enclosed in double quotes",
    needs: ["python3"],
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a name is written bare",
    files: {
      "settings.toml": "[service]\nname = web server\nport = 8080\n",
      "read.py":
        'import tomllib\n\nwith open("settings.toml", "rb") as file:\n    print(tomllib.load(file))\n',
    },
    command: "python3 read.py",
    shows: "TOMLDecodeError: Invalid value",
    needs: ["python3", "python3:tomllib"],
  },
];

import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "toml-string",
    when: "a name is not closed",
    files: {
      "settings.toml": 'name = "web\nport = 8080\n',
      "read.py":
        'import tomllib\n\nwith open("settings.toml", "rb") as file:\n    print(tomllib.load(file))\n',
    },
    command: "python3 read.py",
    shows: "Illegal character '\\n'",
    needs: ["python3", "python3:tomllib"],
  },
  {
    rule: "toml-boolean",
    when: "it is written as in Python",
    files: {
      "settings.toml": "debug = True\n",
      "read.py":
        'import tomllib\n\nwith open("settings.toml", "rb") as file:\n    print(tomllib.load(file))\n',
    },
    command: "python3 read.py",
    shows: "Invalid value",
    needs: ["python3", "python3:tomllib"],
  },
  {
    rule: "toml-unquoted",
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
  {
    rule: "toml-equals",
    when: "a line is written as in YAML",
    files: {
      "settings.toml": "port: 8080\n",
      "read.py":
        'import tomllib\n\nwith open("settings.toml", "rb") as file:\n    print(tomllib.load(file))\n',
    },
    command: "python3 read.py",
    shows: "Expected '='",
    needs: ["python3", "python3:tomllib"],
  },
  {
    rule: "toml-table",
    when: "a bracket is missing",
    files: {
      "settings.toml": "[service\nport = 8080\n",
      "read.py":
        'import tomllib\n\nwith open("settings.toml", "rb") as file:\n    print(tomllib.load(file))\n',
    },
    command: "python3 read.py",
    shows: "Expected ']'",
    needs: ["python3", "python3:tomllib"],
  },
  {
    rule: "toml-twice",
    when: "a time is set twice",
    files: {
      "settings.toml": "timeout = 30\ntimeout = 5\n",
      "read.py":
        'import tomllib\n\nwith open("settings.toml", "rb") as file:\n    print(tomllib.load(file))\n',
    },
    command: "python3 read.py",
    shows: "Cannot overwrite a value",
    hints: "sets timeout twice",
    needs: ["python3", "python3:tomllib"],
  },
];

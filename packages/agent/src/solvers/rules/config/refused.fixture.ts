import type { Fixture } from "../test/fixture.ts";

const READ = `python3 -c "import configparser; configparser.ConfigParser().read('a.ini')"`;

export const fixtures: readonly Fixture[] = [
  {
    rule: "ini-refused",
    when: "a value comes before the first section",
    files: { "a.ini": "a = 1\n[s]\nb = 2\n" },
    command: READ,
    shows: "MissingSectionHeaderError",
    hints: "put a line such as [DEFAULT] before line 1",
    needs: ["python3"],
  },
  {
    rule: "ini-refused",
    when: "a key is there twice",
    files: { "a.ini": "[s]\nb = 2\nb = 3\n" },
    command: READ,
    shows: "DuplicateOptionError",
    hints: "a.ini sets b twice in section [s], the second time in line 3",
    needs: ["python3"],
  },
  {
    rule: "systemd-unit-refused",
    when: "a path is not absolute",
    files: { "x.service": "[Unit]\nDescription=x\n[Service]\nExecStart=bin/true\n" },
    command: "systemd-analyze verify ./x.service",
    shows: "absolute path",
    hints: "the program must be given with its whole path",
    needs: ["systemd-analyze"],
  },
  {
    rule: "ssh-config-refused",
    when: "a port is no number",
    files: { cfg: "Host web\n  Port 22x\n" },
    command: "ssh -F ./cfg -G web",
    shows: "Bad port",
    hints: "22x is not a port",
    needs: ["ssh"],
  },
  {
    rule: "terraform-refused",
    when: "a block is not closed",
    files: { "main.tf": 'variable "x" {\n  default = 1\n' },
    command: "terraform validate",
    shows: "Unclosed configuration block",
    hints: "a } is missing",
    needs: ["terraform"],
  },
  {
    rule: "env-file-spaces",
    when: "a shell reads it",
    files: { ".env": "NAME=My App\nPORT=80\n" },
    command: "set -e; . ./.env; echo $PORT",
    shows: "App",
    hints: "Line 1 of ./.env has a space in its value",
  },
  {
    rule: "env-file-missing",
    when: "nobody made it",
    command: "node --env-file=.env.local -e 1",
    shows: ".env.local: not found",
    hints: "There is no .env.local. Make it",
    needs: ["node"],
  },
];

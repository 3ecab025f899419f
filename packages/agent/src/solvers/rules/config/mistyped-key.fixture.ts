import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "ssh-config-option",
    when: "letters are swapped",
    files: { cfg: "Host web\n  Prot 22\n" },
    command: "ssh -F ./cfg -G web",
    shows: "Bad configuration option: prot",
    needs: ["ssh"],
  },
  {
    rule: "systemd-unit-key",
    when: "letters are swapped",
    files: { "x.service": "[Unit]\nDescription=x\n[Service]\nExecStrat=/bin/true\n" },
    command: "systemd-analyze verify ./x.service",
    shows: "Unknown key",
    needs: ["systemd-analyze"],
  },
  {
    rule: "tsconfig-option",
    when: "a letter is missing",
    files: {
      "tsconfig.json": '{\n  "compilerOptions": {\n    "stict": true\n  }\n}\n',
      "bin/tsc": `#!/bin/sh\ngrep -q '"strict"' tsconfig.json && exit\necho "tsconfig.json(3,5): error TS5023: Unknown compiler option 'stict'."\nexit 2\n`,
    },
    setup: "chmod +x bin/tsc",
    around: 'PATH="$PWD/bin:$PATH"',
    command: "tsc -p .",
    shows: "TS5023",
  },
  {
    rule: "terraform-argument",
    when: "Terraform suggests the other one",
    files: { "main.tf": 'variable "x" {\n  defualt = 1\n}\n' },
    command: "terraform validate",
    shows: "Did you mean",
    needs: ["terraform"],
  },
];

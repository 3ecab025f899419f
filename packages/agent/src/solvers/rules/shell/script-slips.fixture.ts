import type { Fixture } from "../test/fixture.ts";

const script = (text: string) => ({
  files: { "s.sh": `#!/bin/bash\n${text}` },
  command: "bash s.sh",
  needs: ["bash"],
});

export const fixtures: readonly Fixture[] = [
  {
    rule: "spaced-declaration",
    when: "a variable of a function is set with spaces",
    ...script("set -e\nf() { local x = 1; echo $x; }\nf\n"),
    shows: "not a valid identifier",
  },
  {
    rule: "late-function",
    when: "it is called first",
    ...script("set -e\ngreet\ngreet() { echo hi; }\n"),
    shows: "greet: command not found",
    hints: "defined in line 4 and used in line 3 already",
  },
  {
    rule: "spaced-value",
    when: "a name has two words",
    ...script("set -e\nNAME=my shop\necho $NAME\n"),
    shows: "shop: command not found",
  },
  {
    rule: "missing-argument",
    when: "none was given",
    ...script("set -eu\nname=$1\necho $name\n"),
    shows: "unbound variable",
    hints: "bash s.sh VALUE",
  },
  {
    rule: "extra-end",
    when: "a loop is closed twice",
    ...script("for i in 1; do\n  echo $i\ndone\ndone\n"),
    shows: "near unexpected token `done'",
  },
  {
    rule: "unclosed-bracket-in-script",
    when: "a substitution is not closed",
    ...script("year=$(date +%Y\necho $year\n"),
    shows: "looking for matching",
  },
];

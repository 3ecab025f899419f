import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "shell-elif",
    when: "the word of another language is used",
    files: {
      "c.sh":
        '#!/bin/bash\nif [ "$1" = a ]; then\n  echo a\nelseif [ "$1" = b ]; then\n  echo b\nfi\n',
    },
    command: "bash c.sh b",
    shows: "near unexpected token",
    needs: ["bash"],
  },
  {
    rule: "case-end",
    when: "the commands before the next pattern do not end",
    files: {
      "c.sh": "#!/bin/bash\ncase $1 in\n  start) echo s\n  stop) echo t ;;\nesac\n",
    },
    command: "bash c.sh start",
    shows: "near unexpected token",
    needs: ["bash"],
  },
  {
    rule: "shell-signs",
    when: "a semicolon follows the ampersand",
    command: "sleep 0.1 &; echo started",
    shows: "unexpected",
  },
  {
    rule: "shell-signs",
    when: "nothing follows",
    command: "echo a &&",
    shows: "unexpected",
  },
  {
    rule: "dollar-assignment",
    when: "a variable is set with $",
    command: '$name="bob"; test "$name" = bob',
    shows: "not found",
  },
  {
    rule: "dollar-assignment-in-script",
    when: "a script sets a variable with $",
    files: { "hi.sh": '#!/bin/bash\nset -e\n$name="bob"\necho "hi $name"\n' },
    command: "bash hi.sh",
    shows: "=bob: command not found",
    needs: ["bash"],
  },
  {
    rule: "spaced-braces",
    when: "the name has spaces around it",
    command: `x=1; echo $${"{ x }"}`,
    shows: "bad substitution",
  },
  {
    rule: "exported-file",
    when: "a settings file has comments",
    files: { "dev.settings": "# local\nNAME=x\n" },
    command: "export $(cat dev.settings | xargs)",
    shows: "not a valid identifier",
    hints: "set -a; . ./dev.settings; set +a. This runs the file as a script",
  },
  {
    rule: "outside-function",
    when: "a script returns",
    files: { "s.sh": "#!/bin/bash\nif true; then return 1; fi\n" },
    command: "bash s.sh",
    shows: "can only",
    hints: "exit ends a script",
    needs: ["bash"],
  },
  {
    rule: "shell-brackets",
    when: "no space follows the brace of a function",
    command: "greet(){echo hi;}; greet",
    shows: "unexpected",
  },
  {
    rule: "shell-brackets",
    when: "no spaces are inside a test",
    command: "x=5; [$x -lt 9] && echo ok",
    shows: "not found",
  },
  {
    rule: "variable-name",
    when: "a name has a dash",
    command: "export MY-VAR=1",
    shows: "not a valid identifier",
    hints: "export MY_VAR=1",
    needs: ["bash"],
  },
];

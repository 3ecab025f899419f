import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "unclosed-block",
    when: "a command ends one block twice",
    command: "if true; then echo x; fi fi",
    shows: "syntax error near unexpected token `fi'",
  },
  {
    rule: "unclosed-block",
    when: "a command ends one loop twice, after a separator",
    command: "for i in 1 2; do echo $i; done; done",
    shows: "syntax error near unexpected token `done'",
  },
  {
    rule: "unclosed-block",
    when: "done is missing at the end of the command",
    files: { "a.txt": "one\n" },
    command: `for f in *.txt; do wc -l "$f"`,
    shows: "syntax error",
  },
  {
    rule: "unclosed-block",
    when: "done is missing inside bash -c",
    files: { "a.txt": "one\n" },
    command: `bash -c 'for f in *.txt; do wc -l "$f"'`,
    shows: "syntax error: unexpected end of file",
  },
  {
    rule: "unclosed-block",
    when: "there is no ; before do",
    command: "for e in dev prod do echo $e; done",
    shows: "syntax error near unexpected token `done'",
  },
  {
    rule: "unclosed-block",
    when: "there is no ; before then",
    command: "if [ -d . ] then echo here; fi",
    shows: "syntax error near unexpected token `fi'",
  },
  {
    rule: "unclosed-block",
    when: "fi is missing in a loop of a script",
    files: {
      "check.sh": 'for f in *.sh; do\n  if [ -s "$f" ]; then\n    echo "$f"\ndone\necho checked\n',
    },
    command: "bash check.sh",
    shows: "syntax error near unexpected token `done'",
  },
  {
    rule: "unclosed-block",
    when: "done is missing before the rest of a script",
    files: { "list.sh": 'for f in *.sh; do\n  echo "$f"\n\necho listed\n' },
    command: "bash list.sh",
    shows: "syntax error: unexpected end of file",
  },
  {
    rule: "unclosed-block",
    when: "then is missing in a script",
    files: { "a.sh": '#!/bin/bash\nif [ "$1" = a ]\n  echo a\nfi\n' },
    command: "bash a.sh a",
    shows: "syntax error near unexpected token",
    needs: ["bash"],
  },
  {
    rule: "unclosed-block",
    when: "do is missing in a script",
    files: { "a.sh": "#!/bin/bash\nfor f in a b\n  echo $f\ndone\n" },
    command: "bash a.sh",
    shows: "syntax error near unexpected token",
    needs: ["bash"],
  },
  {
    rule: "unclosed-block",
    when: "do is missing in what was typed",
    command: "for f in a b; echo $f; done",
    shows: "unexpected",
  },
  {
    rule: "unclosed-block",
    when: "no ; stands before done",
    command: "for i in 1 2; do echo $i done",
    shows: "unexpected",
  },
];

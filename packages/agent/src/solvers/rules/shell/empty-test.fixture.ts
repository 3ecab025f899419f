import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "unquoted-test",
    when: "the argument is missing",
    files: { "mode.sh": "#!/bin/bash\nset -e\n[ $1 != prod ]\necho test mode\n" },
    command: "bash mode.sh",
    shows: "unary operator expected",
    needs: ["bash"],
  },
  {
    rule: "unquoted-test",
    when: "the name has spaces",
    files: {
      "check.sh": '#!/bin/bash\nset -e\nname="my file.txt"\n[ -f $name ]\necho found\n',
      "my file.txt": "x\n",
    },
    command: "bash check.sh",
    shows: "binary operator expected",
    needs: ["bash"],
  },
  {
    rule: "unquoted-test-in-command",
    when: "it is typed",
    command: "[ $MODE_4711 != prod ] && echo test mode",
    shows: "[: ",
  },
  {
    rule: "unquoted-test-line",
    when: "more is wrong than the quotes",
    files: { "mode.sh": "#!/bin/bash\nif [ $1 = prod ]; then echo prod; else exit 3; fi\n" },
    command: "bash mode.sh",
    shows: "unary operator expected",
    hints: "Line 2 of mode.sh: $1 is empty or has spaces",
    needs: ["bash"],
  },
  {
    rule: "test-of-a-number",
    when: "a word is compared",
    files: { "n.sh": '#!/bin/bash\nn=many\nif [ "$n" -gt 3 ]; then echo yes; else exit 1; fi\n' },
    command: "bash n.sh",
    shows: "integer expression expected",
    hints: "Line 3 of n.sh compares numbers (-eq, -lt, -gt, …), and many is not a whole number",
    needs: ["bash"],
  },
];

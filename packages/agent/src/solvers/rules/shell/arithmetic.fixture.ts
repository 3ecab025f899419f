import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "shell-decimals",
    when: "a product has decimals",
    command: "echo $((1.5 * 2))",
    shows: "error token is",
  },
  {
    rule: "leading-zero",
    when: "a month is read as octal",
    files: { "month.sh": "#!/bin/bash\nmonth=08\necho $((month + 1))\n" },
    command: "bash month.sh",
    shows: "value too great for base",
    hints: "Line 3 of month.sh: A number that starts with 0 is read as octal",
    needs: ["bash"],
  },
  {
    rule: "empty-operand",
    when: "a variable was never set",
    files: { "count.sh": "#!/bin/bash\nset -e\n(( $count > 3 ))\n" },
    command: "bash count.sh",
    shows: "operand expected",
    hints: "Line 3 of count.sh: a value is missing in > 3",
    needs: ["bash"],
  },
  {
    rule: "spaced-let",
    when: "spaces are around the sign",
    command: "let x = 5; echo $x; test $x = 5",
    shows: "operand expected",
  },
  {
    rule: "expr-star",
    when: "files are here",
    files: { a: "", b: "" },
    command: "expr 3 * 4",
    shows: "expr: syntax error",
  },
];

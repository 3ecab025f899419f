import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a call is searched with its parenthesis",
    files: { "main.c": "int main(void) { return 0; }\n" },
    command: "grep -nE 'main(' main.c",
    shows: "Unmatched ( or",
  },
  {
    when: "a list is searched with its bracket",
    files: { "list.py": "rows[0] = 1\n" },
    command: "grep 'rows[' list.py",
    shows: "grep: ",
  },
];

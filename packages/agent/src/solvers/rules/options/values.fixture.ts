import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "tool-values",
    when: "the value of an option is mistyped",
    files: { a: "\n" },
    command: "ls --sort=sizes",
    shows: "invalid argument",
  },
  {
    rule: "tool-values",
    when: "a directory is to be changed with all in it",
    files: { "d/a": "\n" },
    command: "chmod -r 755 d",
    shows: "cannot access '755'",
  },
  {
    rule: "tool-values",
    when: "the time is left out",
    command: "timeout ls -l",
    shows: "invalid time interval",
    hints: "timeout 10s ls -l",
  },
  {
    rule: "curl-words",
    when: "a header has no quotes",
    command: "curl -fsS -H Accept: text/html http://127.0.0.1:39471/",
    shows: "curl: (",
    hints: "curl -fsS -H 'Accept: text/html' http://127.0.0.1:39471/",
    needs: ["curl"],
  },
  {
    rule: "curl-words",
    when: "an address has a space",
    command: 'curl -fsS "http://127.0.0.1:39471/a b"',
    shows: "curl: (3)",
    hints: "http://127.0.0.1:39471/a%20b",
    needs: ["curl"],
  },
  {
    rule: "tool-values",
    when: "lines are named and nothing to do",
    files: { "a.txt": "1\n2\n3\n4\n" },
    command: "sed -n '1,3' a.txt",
    shows: "missing command",
  },
  {
    rule: "tool-values",
    when: "an option of the shell is mistyped",
    command: "set -o pipefial",
    shows: "invalid option name",
    hints: "set -o pipefail",
    needs: ["bash"],
  },
];

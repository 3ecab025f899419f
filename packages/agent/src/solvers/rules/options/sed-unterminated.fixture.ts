import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the last slash is forgotten",
    files: { "greeting.txt": "hello\n" },
    command: "sed 's/hello/good day' greeting.txt",
    shows: "unterminated `s' command",
  },
];

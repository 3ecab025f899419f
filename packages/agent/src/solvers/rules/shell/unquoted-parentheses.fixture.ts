import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a downloaded file has (1) in its name",
    files: { "report (1).txt": "figures\n" },
    command: "cat report (1).txt",
    shows: "syntax error near unexpected token `('",
  },
  {
    when: "a text has them",
    command: "echo Deployed build 412 (staging) >> deploy.log",
    shows: "syntax error near unexpected token `('",
  },
];

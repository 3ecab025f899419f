import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a server of Node may not listen",
    command:
      "echo 'Error: listen EACCES: permission denied 0.0.0.0:80' >&2; exit 1 # node server.js",
    shows: "EACCES",
    hints: "Ports below 1024, such as 80, are for root; 8080 is not.",
  },
];

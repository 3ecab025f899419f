import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "connection-refused",
    when: "the server was not started",
    command: "curl -fsS http://127.0.0.1:39471/health",
    shows: "Failed to connect to 127.0.0.1 port 39471",
    hints: "Nothing listens on port 39471 of this machine",
    needs: ["curl"],
  },
  {
    rule: "host-unreachable",
    when: "a name is unknown",
    command: "curl -fsS http://files.example.invalid/a",
    shows: "Could not resolve host",
    hints: "The name files.example.invalid does not resolve",
    needs: ["curl"],
  },
];

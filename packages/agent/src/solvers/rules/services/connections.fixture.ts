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
    rule: "unknown-host",
    when: "a name is unknown",
    command: "curl -fsS http://files.example.invalid/a",
    shows: "Could not resolve host",
    hints: "The name files.example.invalid does not resolve",
    needs: ["curl"],
  },
  {
    rule: "unknown-host",
    when: "the port stands behind the name",
    command: "ssh -o BatchMode=yes deploy@127.0.0.1:2222 uptime",
    shows: "Could not resolve hostname",
    hints: "ssh -o BatchMode=yes -p 2222 deploy@127.0.0.1 uptime",
    needs: ["ssh"],
  },
  {
    rule: "host-unreachable",
    when: "the server closes the connection",
    command: "echo 'curl: (52) Empty reply from server' >&2; curl --no-such-option",
    shows: "Empty reply",
    hints: "Perhaps it expects https://",
    needs: ["curl"],
  },
];

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { outsideCause } from "./outside-causes.ts";

const FREE = () => ({ is: "free" }) as const;

test.each([
  { output: "Error: listen EADDRINUSE: address already in use :::3000", says: "Port 3000 was" },
  { output: "OSError: [Errno 98] Address already in use", says: "a port is in use" },
  { output: "listen tcp :8080: bind: address already in use", says: "Port 8080 was" },
  {
    output:
      "OSError: [Errno 98] error while attempting to bind on address ('127.0.0.1', 8000): address already in use",
    says: "Port 8000 was",
  },
  {
    output: "app.js:12 Error: listen EADDRINUSE: address already in use :::3000",
    says: "Port 3000",
  },
  { output: "Port 5173 is already in use", says: "Port 5173 was" },
  { output: "cp: error writing 'a': No space left on device", says: "df -h" },
  { output: "ENOSPC: System limit for number of file watchers reached", says: "watched files" },
  { output: "touch: cannot touch '/mnt/a': Read-only file system", says: "is read-only" },
  {
    output: "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (apt)",
    says: "holds /var/lib/dpkg/lock-frontend;",
  },
  { output: "npm error code EAI_AGAIN", says: "cannot reach the registry" },
  { output: "sqlite3.OperationalError: database is locked", says: "holds the lock" },
  { output: "cp: cannot create regular file 'a': Text file busy", says: "is running" },
])("$output", ({ output, says }) => {
  expect(outsideCause(`first\n${output}\nlast\n`, FREE)).toContain(says);
});

test.each([
  "fatal: Unable to create '.git/index.lock': File exists.",
  "error: package-lock.json is not up to date",
  "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?",
  "AssertionError: expected 3000 to be 3001",
  "make: *** No rule to make target 'lock'.  Stop.",
  `ok 1 - reports EADDRINUSE\n${"ok\n".repeat(50)}not ok 51 - adds`,
])("what a sandbox shows as well is left to it: %s", (output) => {
  expect(outsideCause(output)).toBeNull();
});

test("who has the port is looked up; if nobody has, that is said too", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const output = `Error: listen EADDRINUSE: address already in use 127.0.0.1:${port}`;
  expect(outsideCause(output)).toContain(`(process ${process.pid})`);
  server.close();
  await once(server, "close");
  expect(outsideCause(output)).toContain("is free now");
});

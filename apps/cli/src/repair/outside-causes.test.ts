import { expect, test } from "vitest";
import { outsideCause } from "./outside-causes.ts";

test.each([
  { output: "Error: listen EADDRINUSE: address already in use :::3000", says: "Port 3000 is" },
  { output: "OSError: [Errno 98] Address already in use", says: "The port is already used" },
  { output: "listen tcp :8080: bind: address already in use", says: "The port is already used" },
  { output: "Port 5173 is already in use", says: "Port 5173 is" },
  { output: "cp: error writing 'a': No space left on device", says: "A disk is full" },
  {
    output: "Error: ENOSPC: System limit for number of file watchers reached",
    says: "watched files",
  },
  { output: "touch: cannot touch '/mnt/a': Read-only file system", says: "mounted read-only" },
  {
    output: "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 12 (apt)",
    says: "holds /var/lib/dpkg/lock-frontend;",
  },
  { output: "sqlite3.OperationalError: database is locked", says: "holds a lock" },
  { output: "cp: cannot create regular file 'a': Text file busy", says: "is running" },
])("$output", ({ output, says }) => {
  expect(outsideCause(`first\n${output}\nlast\n`)).toContain(says);
});

test.each([
  "fatal: Unable to create '.git/index.lock': File exists.",
  "error: package-lock.json is not up to date",
  "AssertionError: expected 3000 to be 3001",
  "make: *** No rule to make target 'lock'.  Stop.",
])("what a sandbox shows as well is left to it: %s", (output) => {
  expect(outsideCause(output)).toBeNull();
});

import { NO_EDITOR } from "@bazaar/work";
import { expect, test } from "vitest";
import { sandboxLimit } from "./sandbox-limit.ts";

const UNPACK = "error: remote unpack failed: unable to create temporary object directory\n";
const CONFLICT = "CONFLICT (content): Merge conflict in a.txt\nAutomatic merge failed\n";
const EROFS = "touch: cannot touch '/srv/x': Read-only file system\n";

test.each([
  { said: `${NO_EDITOR}\n`, is: "waits for a person" },
  { said: "curl: (6) Could not resolve host: example.org\n", is: "network" },
  { said: UNPACK, is: "only reads" },
  { said: EROFS, is: "only reads" },
  { said: EROFS, error: EROFS, is: null },
  {
    said: "mkdir: cannot create directory ‘q’: Read-only file system\n",
    is: "writes to this directory",
  },
  {
    said: "touch: cannot touch '../x': Read-only file system\n",
    is: "writes outside this directory",
  },
  { said: CONFLICT, is: "a conflict in a.txt" },
  { said: CONFLICT, error: CONFLICT, is: null },
  { said: "vim is an editor and waits for a person\n", is: null },
])("$said", ({ said, error = "", is }) => {
  const limit = sandboxLimit({ said }, error);
  if (is === null) expect(limit).toBeNull();
  else expect(limit).toContain(is);
});

test.each([
  { waitsFor: "end", is: "runs until somebody ends it" },
  { waitsFor: "person", is: "waits for a person" },
] as const)("what waits for $waitsFor", ({ waitsFor, is }) => {
  expect(sandboxLimit({ said: "", waitsFor }, "")).toContain(is);
});

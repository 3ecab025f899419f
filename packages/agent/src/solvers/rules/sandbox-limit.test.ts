import { expect, test } from "vitest";
import { sandboxLimit } from "./sandbox-limit.ts";

test.each([
  { said: "Serving\npython3 is a server: it listens on port 80 and does not end\n", is: "ends it" },
  { said: "node watches files for changes and does not end\n", is: "ends it" },
  { said: "vim is an editor and waits for a person\n", is: "waits for a person" },
  { said: "an editor would open here and wait for a person\n", is: "waits for a person" },
  { said: "curl: (6) Could not resolve host: example.org\n", is: "network" },
  { said: "TypeError: the server does not end\n", is: null },
])("$said", ({ said, is }) => {
  const limit = sandboxLimit(said);
  if (is === null) expect(limit).toBeNull();
  else expect(limit).toContain(is);
});

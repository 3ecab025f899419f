import type { Fixture } from "../test/fixture.ts";

const PATCH = `diff --git a/greet.txt b/greet.txt
--- a/greet.txt
+++ b/greet.txt
@@ -1 +1 @@
-hello
+hello, world`;

export const fixtures: readonly Fixture[] = [
  {
    when: "it came out of a message",
    files: { "greet.txt": "hello\n", "fix.patch": PATCH },
    command: "git apply fix.patch",
    shows: "corrupt patch at line",
    needs: ["git"],
  },
];

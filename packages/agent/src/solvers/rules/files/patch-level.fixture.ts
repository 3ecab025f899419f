import type { Fixture } from "../test/fixture.ts";

const PATCH = `diff --git a/src/greet.txt b/src/greet.txt
--- a/src/greet.txt
+++ b/src/greet.txt
@@ -1 +1 @@
-hello
+hello, world
`;

export const fixtures: readonly Fixture[] = [
  {
    when: "a patch of git is applied with -p0",
    files: { "src/greet.txt": "hello\n", "fix.patch": PATCH },
    command: "patch -p0 < fix.patch",
    shows: "can't find file to patch",
    needs: ["patch"],
  },
];

import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";
import { jailProblem, startsJail } from "./jail-problem.ts";

test.skipIf(!hasProgram("bwrap"))("nothing is in the way here (needs bwrap)", async () => {
  expect(await jailProblem()).toBeNull();
});

test("a program that cannot make namespaces starts no jail", async () => {
  expect(await startsJail("/bin/false")).toBe(false);
});

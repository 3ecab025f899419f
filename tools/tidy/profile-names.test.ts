import { describe, expect, test } from "vitest";
import { profileNames } from "./profile-names.ts";

const ELSEWHERE = "packages/market/src/record-act.ts";

describe("a profile may not be named", () => {
  test.each([
    'if (terms.rules.profile === "job/1") return;',
    "// fix/2 clients expect this",
    'const offered = profiles["escrow/1"];',
    "/** Proposals of chat/1. */",
  ])("outside its own folder and its door: %s", (text) => {
    expect(profileNames(ELSEWHERE, text)).toHaveLength(1);
  });
});

describe("a profile may be named", () => {
  test.each([
    "packages/kernel/src/profiles/job-1/job-1.ts",
    "packages/doors/src/http/views/contract.ts",
    "packages/market/src/profiles.test.ts",
    "apps/server/test/client.ts",
    "docs/server.md",
  ])("in %s", (path) => {
    expect(profileNames(path, "fix/2")).toEqual([]);
  });

  test("where one must be chosen, as long as it is", () => {
    const choosers = { [ELSEWHERE]: "posts a contract" };
    expect(profileNames(ELSEWHERE, "fix/2", choosers)).toEqual([]);
    expect(profileNames(ELSEWHERE, "", choosers)).toHaveLength(1);
  });
});

test("paths and fractions are no profiles", () => {
  expect(profileNames(ELSEWHERE, "prefix/2, job/12, a/chat/1")).toEqual([]);
});

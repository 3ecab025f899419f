import { describe, expect, test } from "vitest";
import { profileNames } from "./profile-names.ts";

const ELSEWHERE = "packages/market/src/record-act.ts";

describe("a profile may not be named", () => {
  test.each([
    'if (terms.rules.profile === "job/1") return;',
    "// fix/2 clients expect this",
    'const offered = profiles["escrow/1"];',
    "/** Proposals of chat/1. */",
    "return fix2OfferOf(offer);",
    "readFix2Offer(read)",
    'import { CHAT_RULES } from "./profiles/chat-1/rules.ts";',
    "const JOB_1 = 1;",
    "/** As seed 000 asks. */",
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

test("a profile may not be named by a path", () => {
  expect(profileNames("packages/market/src/fix-2.ts", "")).toHaveLength(1);
});

test("paths and fractions are no profiles", () => {
  const text = "prefix/2, suffix2, suffix-2, job/12, job-12, Job10, a/chat/1, seed 12";
  expect(profileNames(ELSEWHERE, text)).toEqual([]);
});

import { expect } from "vitest";
import { ordinaryUser } from "./as-user.ts";

/** Runs an entry that tells of each scenario whether it holds, as an ordinary user. */
export async function expectToHoldForUser(
  entry: URL,
  scenarios: readonly { readonly claim: string }[],
): Promise<void> {
  await using user = await ordinaryUser();
  const told = await user.run<{ claim: string; problem: string | null }>(entry);
  expect(told.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(told.map(({ claim }) => claim)).toEqual(scenarios.map(({ claim }) => claim));
}

import type { Signed } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { ed25519Verify } from "./ed25519-verify.ts";
import { generateSigner } from "./signer.ts";
import { VerifyWorkers } from "./verify-many.ts";

const signers = Array.from({ length: 5 }, generateSigner);

/** Every third is signed by somebody else, every fifth is no signature at all. */
function items(count: number): readonly Signed[] {
  return Array.from({ length: count }, (_, at) => {
    const owner = signers[at % 5]!;
    const author = at % 3 === 0 ? signers[(at + 1) % 5]! : owner;
    const message = `message ${at}`;
    const signature = at % 5 === 0 ? "none" : author.sign(message);
    return { party: owner.party, message, signature };
  });
}

test.each([0, 1, 4, 5, 7, 256, 1500])(
  "%i answers are those of one thread, in order",
  async (count) => {
    await using workers = new VerifyWorkers(2);
    const all = items(count);
    const one = all.map(({ party, message, signature }) =>
      ed25519Verify(party, message, signature),
    );
    expect(await workers.verifyMany(all)).toEqual(one);
  },
);

test("questions asked at once do not mix up their answers", async () => {
  await using workers = new VerifyWorkers(3);
  const good = items(300).filter((_, at) => at % 3 !== 0 && at % 5 !== 0);
  const bad = good.map((item) => ({ ...item, message: "another" }));
  const answers = await Promise.all([good, bad, good, bad].map((some) => workers.verifyMany(some)));
  expect(answers.map((some) => some.filter((valid) => valid).length)).toEqual([
    good.length,
    0,
    good.length,
    0,
  ]);
});

test("after the threads are gone, a question is an error and not an answer", async () => {
  const workers = new VerifyWorkers(1);
  const waiting = expect(workers.verifyMany(items(50))).rejects.toThrow("threads are gone");
  await workers[Symbol.asyncDispose]();
  await waiting;
  await expect(workers.verifyMany(items(50))).rejects.toThrow("threads are gone");
});

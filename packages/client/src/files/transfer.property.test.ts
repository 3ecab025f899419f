import fc from "fast-check";
import { expect, test } from "vitest";
import { longText, TransferScene } from "./test/transfer-scene.ts";

const CHUNKS = 3;
const LONG = longText(CHUNKS);
/** More than a transfer sends with all its rounds. */
const MAX_SENT = 60;

/** Seconds after which each copy arrives. */
const fate = fc.oneof(
  { weight: 6, arbitrary: fc.constant([0.02]) },
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.constant([0.02, 0.03]) },
  { weight: 2, arbitrary: fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant([200]) },
);

test("whatever a network loses, delays, repeats or swaps: exact bytes or a clear error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: MAX_SENT }), async (fates) => {
      using scene = new TransferScene();
      let at = 0;
      scene.network.fate = () => (fates[at++] ?? [0.02]).map((seconds) => seconds * 1_000);
      const problem = await scene.send([{ path: "long.txt", bytes: LONG }]);
      const [received] = await Promise.all(scene.received);
      const saved = scene.files().get("long.txt");
      expect(saved === undefined || saved.equals(LONG)).toBe(true);
      expect(saved !== undefined).toBe(received?.ok === true);
      if (problem === null) expect(saved).toBeDefined();
      else expect(problem).toMatch(/not answered in time|not confirm|could not take|still misses/);
      if (received?.ok === false) expect(received.problem).toMatch(/parts came within/);
    }),
    { numRuns: 30 },
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { readIncoming } from "./inbox.ts";
import { readTransferMessage, type TransferMessage, transferText } from "./transfer-message.ts";

const tid = fc.string({ minLength: 1, maxLength: 64 });
const sha256 = fc.stringMatching(/^[0-9a-f]{64}$/);
const size = fc.nat({ max: 50 * 2 ** 20 });
const idx = fc.nat({ max: 999 });
const message: fc.Arbitrary<TransferMessage> = fc.oneof(
  fc.record({
    kind: fc.constant("offer" as const),
    tid,
    files: fc.array(
      fc.record({ name: fc.string({ unit: "binary", minLength: 1, maxLength: 50 }), size }),
      { minLength: 1, maxLength: 10 },
    ),
    totalSize: size,
    sha256,
    chunks: fc.integer({ min: 1, max: 1_000 }),
    senderNick: fc.string({ maxLength: 64 }),
  }),
  fc.record({
    kind: fc.constant("chunk" as const),
    tid,
    idx,
    total: fc.integer({ min: 1, max: 1_000 }),
    data: fc.string({ unit: "binary", maxLength: 100 }),
  }),
  fc.record({ kind: fc.constantFrom("accept" as const, "reject" as const), tid }),
  fc.record({ kind: fc.constant("complete" as const), tid, sha256 }),
  fc.record(
    {
      kind: fc.constant("ack" as const),
      tid,
      ok: fc.boolean(),
      error: fc.string({ maxLength: 500 }),
      missing: fc.array(idx, { maxLength: 20 }),
    },
    { requiredKeys: ["kind", "tid", "ok"] },
  ),
);

test("every message reads as it was written", () => {
  fc.assert(
    fc.property(message, (written) => {
      expect(readTransferMessage(transferText(written))).toEqual(written);
    }),
  );
});

test("what a stranger makes of a message is read as one, or is none", () => {
  const names = "_ft tid files totalSize sha256 chunks senderNick idx total data ok error missing";
  const change = fc.record({
    name: fc.constantFrom(...names.split(" ")),
    value: fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 1.5, 2 ** 53, 1e300, null, "__proto__")),
  });
  fc.assert(
    fc.property(
      message,
      fc.array(change, { maxLength: 3 }),
      fc.boolean(),
      (one, changes, isCut) => {
        const fields = Object.fromEntries(changes.map(({ name, value }) => [name, value]));
        const changed = JSON.stringify({ ...JSON.parse(transferText(one)), ...fields });
        const text = isCut ? changed.slice(0, -1) : changed;
        const read = readTransferMessage(text);
        if (isCut) expect(read).toBeNull();
        // What was taken says the same again.
        if (read !== null) expect(readTransferMessage(transferText(read))).toEqual(read);
        for (const way of ["direct", "chunk"] as const) {
          const heard = readIncoming({ from: "ada", text, way });
          expect(heard).toEqual((read?.kind === "chunk") === (way === "chunk") ? read : null);
        }
      },
    ),
  );
});

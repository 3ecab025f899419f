import { parseDocument, TEXT_LIMITS } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { type Conditions, contractDocument } from "./contract-document.ts";

const CONDITIONS: Conditions = {
  mode: "supervised",
  bounty: { amount: "0.5", currency: "XNO", chain: "nano" },
  judge: null,
  capabilities: { sudo: false, network: null },
  checks: [{ method: "exit_code", expected: 0 }],
  maxAttempts: 5,
  secondsBetweenLooks: 5,
  timeoutSeconds: 300,
};

test.each(["x", "\\", "中", "😀"])(
  "a market accepts a long error and a long command of %j",
  (piece) => {
    const failure = {
      command: piece.repeat(TEXT_LIMITS.command / piece.length),
      directory: "/project",
      exitCode: 1,
      output: piece.repeat(1_000_000),
    };
    const document = contractDocument(failure, CONDITIONS, {}, (text) => text);
    expect(parseDocument(document)).toMatchObject({ ok: true });
  },
);

test("an output is scrubbed before it is cut", () => {
  const secret = `key=${"k".repeat(20_000)}`;
  const failure = { command: "make", directory: "/project", exitCode: 2, output: `${secret}\nend` };
  const scrub = (text: string): string => text.replaceAll(secret, "[REDACTED]");
  const { task } = contractDocument(failure, CONDITIONS, {}, scrub);
  expect(task).toMatchObject({ command: "make", error: "[REDACTED]\nend", exit_code: 2n });
});

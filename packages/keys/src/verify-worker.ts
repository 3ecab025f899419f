/** One thread of `VerifyWorkers`: answers each batch with its number. */
import { parentPort } from "node:worker_threads";
import { invariant } from "@bazaar/kernel";
import { ed25519Verify } from "./ed25519-verify.ts";
import type { VerifyAnswer, VerifyQuestion } from "./verify-many.ts";

const port = parentPort;
invariant(port !== null, "this is a thread of VerifyWorkers, not a program");
port.on("message", ({ id, items }: VerifyQuestion) => {
  const valid = items.map(({ party, message, signature }) =>
    ed25519Verify(party, message, signature),
  );
  const answer: VerifyAnswer = { id, valid };
  port.postMessage(answer);
});

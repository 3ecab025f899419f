/** The thread that `EvidenceThread` starts. It says when it is ready, then answers questions. */
import { parentPort } from "node:worker_threads";
import { type Check, invariant, type JsonObject, shownVerdict } from "@bazaar/kernel";

const port = parentPort;
invariant(port !== null, "this file is the program of a thread");

port.on("message", ({ checks, evidence }: { checks: readonly Check[]; evidence: JsonObject }) => {
  port.postMessage(shownVerdict(checks, evidence));
});
port.postMessage("ready");

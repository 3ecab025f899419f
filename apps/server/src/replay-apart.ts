/**
 * Runs a check again in a process of its own.
 *
 * Results and repositories of strangers are read, hashed and scanned there, which may take seconds; what
 * the server itself does for it is to copy artifacts.
 */
import { fork } from "node:child_process";
import { type Replay, storedArtifacts } from "@bazaar/judges/replay";
import { chainJson, invariant, isJsonObject } from "@bazaar/kernel";
import type { Artifacts, Checked } from "@bazaar/market/ports";
import {
  CHECK_PROCESS,
  type FromCheck,
  jsonOf,
  type Question,
  type ToCheck,
} from "./check-process.ts";
import type { Place } from "./check-sandbox.ts";

/** To close its sandbox and to answer, when the time of the check is over. */
const CLOSE_MS = 1_000;

export interface ReplayApart {
  /** The program that this process runs, too. */
  readonly program: string;
  readonly place: Place;
  readonly artifacts: Pick<Artifacts, "open">;
  /** Why it has no sandbox. */
  readonly onMissing: (because: string) => void;
}

export function replayApart({ program, place, artifacts, onMissing }: ReplayApart): Replay {
  const readArtifact = storedArtifacts(artifacts);
  return async ({ terms, ...handedIn }, { leftMs, signal }) => {
    const child = fork(program, [CHECK_PROCESS], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const { promise, resolve, reject } = Promise.withResolvers<Checked>();
    const late = new Error("the check did not end in time");
    let timer = setTimeout(reject, leftMs() + CLOSE_MS, late);
    const stop = (): void => {
      clearTimeout(timer);
      timer = setTimeout(reject, CLOSE_MS, late);
      child.send({ is: "stop" } satisfies ToCheck);
    };
    signal.addEventListener("abort", stop, { once: true });
    child.on("error", reject);
    child.on("exit", (code) =>
      reject(new Error(`the check ended with ${code}, without an answer`)),
    );
    child.on("message", (message: FromCheck) => {
      if (message.is === "no_sandbox") return onMissing(message.because);
      if (message.is === "checked") return resolve(checkedOf(message));
      readArtifact(message.hash, message.maxBytes).then((content) => {
        const { read } = message;
        if (child.connected) child.send({ is: "artifact", read, content } satisfies ToCheck);
      }, reject);
    });
    const question = { is: "question", ...handedIn, terms: chainJson(terms), place } as const;
    child.send({ ...question, leftMs: leftMs() } satisfies Question);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      child.kill("SIGKILL");
    }
  };
}

function checkedOf({ verdict, evidence: text }: Extract<FromCheck, { is: "checked" }>): Checked {
  const evidence = jsonOf(text);
  invariant(isJsonObject(evidence), "evidence is an object");
  return { verdict, evidence };
}

/** A contract in a composed server with its real database, disputed, and what its check showed. */
import { createHash } from "node:crypto";
import {
  type ContractId,
  type JsonObject,
  type Party,
  type Terms,
  termsJson,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { openKeyFile } from "@bazaar/keys/key-file";
import { exportTranscript, type Needs, recordAct, runTasks } from "@bazaar/market";
import { grant, sampleTerms, signOn, units } from "@bazaar/testkit";
import { pino } from "pino";
import { expect } from "vitest";
import { marketClock } from "../src/clock.ts";
import { type ComposeOptions, compose } from "../src/compose.ts";
import { readConfig } from "../src/config.ts";
import { factsBench } from "../src/own-bench.ts";
import { Folder } from "./server.ts";

/** The district court's own opinion is of no interest here. */
const NOBODY: Needs["judge"] = {
  opine: async () => ({ answer: "refused", reasoning: "", details: {} }),
};

export interface Disputed {
  readonly recorded: JsonObject;
  readonly rulings: readonly { readonly bench: string; readonly outcome: string }[];
}

/** Posted, taken, handed in, disputed, answered; then the server's tasks run. */
export async function disputed(
  job: Pick<Terms, "work" | "checks">,
  /** By the key of the agent, which a result of a job names. */
  handedIn: (agent: Party) => JsonObject,
  options: Pick<ComposeOptions, "openSandbox"> = {},
  artifacts: (agent: Party) => readonly Uint8Array[] = () => [],
): Promise<Disputed> {
  using folder = new Folder();
  const config = readConfig(folder.environment());
  const { signer } = openKeyFile(config.keyPath);
  const quiet = { log: pino({ enabled: false }), clock: marketClock() };
  using composition = await compose(config, () => signer, factsBench(), { ...quiet, ...options });
  const { store } = composition;
  // The market does not offer such terms yet.
  const needs: Needs = { ...composition.needs, reviewTerms: () => null };
  const [principal, agent] = [generateSigner(), generateSigner()];
  for (const { party } of [principal, agent]) await grant(store.ledger, party, units("10"));

  for (const bytes of artifacts(agent.party)) {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const content = (async function* () {
      yield bytes;
    })();
    const stated = { owner: principal.party, hash, bytes: bytes.length };
    expect(await composition.market.keepArtifact({ ...stated, content })).toMatchObject({
      ok: true,
    });
  }

  const act = async (
    by: typeof agent,
    id: ContractId | null,
    type: string,
    data: JsonObject = {},
  ) => {
    const entry = await signOn(store, id, by, { type, data }, needs.clock.nowMs());
    const told = await recordAct(needs, { entry, contract: id });
    if (!told.ok) throw new Error(`${type}: ${JSON.stringify(told.refusal)}`);
    return told.value.state;
  };
  const terms = sampleTerms({
    principal: principal.party,
    platform: signer.party,
    ...job,
    court: { kind: "tiered", judge: signer.party, tiers: ["district", "appeals", "supreme"] },
  });
  const { id } = await act(principal, null, "post", { terms: termsJson(terms) });
  await act(agent, id, "bond");
  await act(agent, id, "accept");
  await act(agent, id, "fix", handedIn(agent.party));
  await act(principal, id, "dispute_filed", { argument: "it does not work" });
  await act(agent, id, "dispute_response", { argument: "it does" });
  expect(await runTasks({ ...needs, judge: NOBODY })).toBeGreaterThan(0);

  const transcript = await exportTranscript(store, id);
  const entry = transcript?.entries.findLast(({ type }) => type === "checked");
  const state = (await store.load(id))?.state;
  if (entry === undefined || state === undefined) throw new Error("the check was not recorded");
  const { question: _, ...recorded } = entry.data;
  return { recorded, rulings: state.rulings };
}

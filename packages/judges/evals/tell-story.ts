/** Plays a case through the kernel, so that every judge gets a valid transcript. */
import {
  invariant,
  isActType,
  type JsonObject,
  parseTerms,
  TIERS,
  type TierName,
  type Transcript,
  termsJson,
} from "@bazaar/kernel";
import { AGENT, PRINCIPAL, rule, SERVER, type Story, sampleTerms, story } from "@bazaar/testkit";
import type { EvalCase, Line } from "./eval-case.ts";

/** Between two acts, so that no investigation exceeds its rate limit. */
const PAUSE_SECONDS = 6;

export interface Told {
  readonly transcript: Transcript;
  readonly bench: TierName;
}

export function tellStory(evalCase: EvalCase): Told {
  const told = story(termsOf(evalCase)).act(AGENT, "bond").act(AGENT, "accept");
  for (const line of evalCase.lines) play(told, line);
  const bench = TIERS.find((tier) => tier === told.state.case?.bench);
  invariant(
    bench !== undefined && told.state.case?.question !== null,
    `${evalCase.name}: the case is not before a court`,
  );
  return { transcript: told.transcript(), bench };
}

/** The sample terms with the task and checks of this case. */
function termsOf({ work, checks, document }: EvalCase): ReturnType<typeof sampleTerms> {
  const { task } = document;
  const spec = { command: (task as JsonObject).command ?? "make" };
  const json = { ...termsJson(sampleTerms({ document, work: { kind: work, spec } })), checks };
  const terms = parseTerms(json);
  invariant(terms.ok, `invalid terms in a case: ${JSON.stringify(terms.ok || terms.refusal)}`);
  return terms.value;
}

function play(told: Story, { by, type, data }: Line): void {
  if (by === "clock") {
    told.lapse();
    return;
  }
  told.wait(PAUSE_SECONDS);
  if (by === "court") {
    courtActs(told, type, data);
    return;
  }
  const signer = by === "agent" ? AGENT : PRINCIPAL;
  const [command] = told.state.seat?.pending ?? [];
  invariant(isActType(type), `unknown act ${type}`);
  told.act(signer, type, type === "result" ? { command: command ?? "", ...data } : data);
}

function courtActs(told: Story, type: string, data: JsonObject): void {
  if (type === "ruling") {
    rule(told, data.outcome as Parameters<typeof rule>[1]);
    return;
  }
  invariant(type === "checked", `a court cannot perform ${type}`);
  told.act(SERVER, "checked", { ...data, question: BigInt(told.state.case?.question ?? 0) });
}

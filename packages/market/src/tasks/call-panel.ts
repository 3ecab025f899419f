/**
 * Calls a panel: the market says who may sit. It does not choose among them; the draw does that, from
 * two nonces.
 */
import {
  type AskJudge,
  type Candidate,
  type ContractState,
  type JsonObject,
  MAX_POOL,
  type RefusalCode,
} from "@bazaar/kernel";
import { ownersOf } from "../directory/owners.ts";
import type { Needs } from "../needs.ts";
import type { PanelCall } from "../ports/call-panel.ts";
import { recordAct } from "../record-act.ts";

/** The case has been called before, or has ended. */
const MOVED_ON: ReadonlySet<RefusalCode> = new Set([
  "wrong_stage",
  "wrong_phase",
  "stale_answer",
  "deadline_passed",
  "contract_ended",
]);

/** False when it must be tried again: the call was refused, and the case still waits for it. */
export async function callPanel(
  needs: Needs,
  { contract, question }: AskJudge,
  state: ContractState,
): Promise<boolean> {
  const called = await needs.callPanel(contract);
  const eligible = cutToSize(needs, called.serverNonce, await strangers(needs, called, state));
  const data = callData(called, question, eligible);
  const act = { by: "server", type: "panel_called", data, contract } as const;
  const recorded = await recordAct(needs, act);
  return recorded.ok || MOVED_ON.has(recorded.refusal.code);
}

/** Those in the pool who belong to neither side, one for each owner and each id. */
async function strangers(
  needs: Needs,
  { pool }: PanelCall,
  { terms, seat }: ContractState,
): Promise<PanelCall["pool"]> {
  const sides = [terms.principal, ...(seat === null ? [] : [seat.agent])];
  const ownerOf = await ownersOf(needs, [...sides, ...pool.map(({ party }) => party)]);
  const taken = new Set<string>(sides.map(ownerOf));
  return pool.toSorted(byId).filter(({ id, party }) => {
    const names = [id, ownerOf(party)];
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}

/** Of too many, those whom the nonce selects: nobody can make an id that is sure to stay. */
function cutToSize(
  { sha256Hex }: Needs,
  nonce: string,
  pool: PanelCall["pool"],
): PanelCall["pool"] {
  if (pool.length <= MAX_POOL) return pool;
  const lots = pool.map((one) => ({ one, lot: sha256Hex(`${nonce}${one.id}`) }));
  const drawn = lots.sort((a, b) => (a.lot < b.lot ? -1 : 1)).slice(0, MAX_POOL);
  return drawn.map(({ one }) => one).sort(byId);
}

function callData(
  { dispute, proposal, serverNonce }: PanelCall,
  question: number,
  pool: PanelCall["pool"],
): JsonObject {
  return {
    question: BigInt(question),
    dispute,
    proposal,
    server_nonce: serverNonce,
    pool: pool.map(({ id, party }) => [id, party]),
  };
}

function byId(one: Candidate, other: Candidate): number {
  return one.id < other.id ? -1 : 1;
}

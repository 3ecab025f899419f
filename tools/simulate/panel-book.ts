/** One contract's cases before a panel: who was drawn, who may file, and which votes are sealed. */
import {
  type Candidate,
  drawOrder,
  drawSeed,
  isEnded,
  isSameData,
  type JsonObject,
  nonceCommitment,
  type Party,
} from "@bazaar/kernel";
import { isSame } from "./same.ts";
import type { Seen } from "./seen.ts";
import { ensure } from "./violation.ts";

export const NOT_AGAIN = "a side whose filing lapsed files no other";
export const DRAWN = "the panel is the one that the draw gives";
export const SEALED = "no vote is opened before all are sealed";

const PANEL_SIZE = 3;

export class PanelBook {
  readonly #lapsed = new Set<Party>();
  #call: JsonObject = {};
  #seed = "";
  /** Everybody who may be asked, in the order of the draw. */
  #order: readonly Candidate[] = [];
  readonly #accepted = new Set<Party>();
  readonly #sealed = new Set<Party>();
  /** The time for votes is over, whoever has voted. */
  #isOver = false;

  saw(seen: Seen): void {
    const { step, by } = seen;
    const { type, data } = step.entry;
    const party = by as Party;
    switch (type) {
      case "dispute_filed":
        ensure(!this.#lapsed.has(party), NOT_AGAIN, () => `${party} files again`);
        break;
      case "lapsed":
        this.#lapses(seen);
        break;
      case "panel_called":
        this.#begin(data);
        break;
      case "dispute_reveal":
        this.#draw(seen);
        break;
      case "panel_drawn":
        this.#checkAnnounced(data);
        break;
      case "arbiter_accept":
        this.#accepted.add(party);
        break;
      case "vote":
        if (data.commitment !== undefined) this.#sealed.add(party);
        break;
      case "in_absentia":
        this.#isOver ||= seen.before?.case?.panel?.stage === "voting";
        break;
    }
    this.#check(seen);
  }

  #lapses({ before, step }: Seen): void {
    if (before?.case?.panel?.stage !== "revealing" || isEnded(step.state.phase)) return;
    const { leader } = before.case;
    this.#lapsed.add(leader === "agent" ? (before.seat?.agent as Party) : before.terms.principal);
  }

  #begin(call: JsonObject): void {
    this.#call = call;
    this.#order = [];
    this.#accepted.clear();
    this.#sealed.clear();
    this.#isOver = false;
  }

  #draw({ before, step }: Seen): void {
    const nonce = String(step.entry.data.nonce);
    if (nonceCommitment(nonce) !== before?.case?.commitment) return;
    const { proposal, server_nonce, pool } = this.#call;
    this.#seed = drawSeed(String(proposal), nonce, String(server_nonce));
    const candidates = (pool as readonly (readonly [string, Party])[]).map(([id, party]) => ({
      id,
      party,
    }));
    this.#order = drawOrder(this.#seed, candidates);
  }

  #checkAnnounced(data: JsonObject): void {
    const arbiters = this.#order.slice(0, PANEL_SIZE).map(({ id, party }) => [id, party]);
    const isDrawn = isSameData(data, { seed: this.#seed, arbiters });
    ensure(isDrawn, DRAWN, () => `${JSON.stringify(data.arbiters)} were announced`);
  }

  #check({ step }: Seen): void {
    const panel = step.state.case?.panel;
    if (panel == null) return;
    const asked = panel.arbiters.map(({ id, party }) => ({ id, party }));
    const drawn = this.#order.slice(0, asked.length);
    ensure(isSame(asked, drawn), DRAWN, () => `${asked.at(-1)?.id}, not ${drawn.at(-1)?.id}`);
    if (panel.stage !== "opening" || this.#isOver) return;
    const missing = [...this.#accepted].filter((party) => !this.#sealed.has(party));
    ensure(missing.length === 0, SEALED, () => `${missing[0]} has yet to vote`);
  }
}

/**
 * One contract played through the kernel, and what it leaves in the purses of those who took part.
 * Terms and fees are those of a fresh server.
 */
import {
  fillTerms,
  invariant,
  type JsonObject,
  type Party,
  type Rules,
  type Signer,
  type Terms,
} from "@bazaar/kernel";
import {
  AGENT,
  checkedData,
  NO_COURT,
  PRINCIPAL,
  rule,
  SERVER,
  type Story,
  sampleOffer,
  samplePot,
  sampleTerms,
  story,
  TEST_XNO,
} from "@bazaar/testkit";

/** Money as a share of the unit of account: expected profits are statistics, not amounts. */
function inXno(units: bigint): number {
  return Number(units) / 10 ** TEST_XNO.decimals;
}

export interface GameTerms {
  /** In XNO. */
  readonly bounty: string;
  readonly mode?: Rules["mode"];
  readonly hasCourt?: boolean;
}

export interface JobTerms {
  readonly bounty: string;
  /** Whether the market can run its check again; otherwise the buyer alone looks at the result. */
  readonly isReplayed: boolean;
  readonly hasCourt: boolean;
}

export function commandTerms({ bounty, mode = "supervised", hasCourt = true }: GameTerms): Terms {
  const pots = [samplePot({ bounty, hasCourt })];
  const court = hasCourt ? {} : { court: NO_COURT.court };
  return sampleTerms({ ...court, pots, rules: { mode } });
}

export function jobTerms({ bounty, isReplayed, hasCourt }: JobTerms): Terms {
  const document: JsonObject = {
    kind: "run",
    spec: { command: "make test" },
    verification: [isReplayed ? { method: "exit_code", expected: 0n } : { method: "principal" }],
    budget: { amount: bounty, currency: "XNO" },
    ...(hasCourt ? { judge: SERVER.party } : {}),
  };
  const author = { principal: PRINCIPAL.party, nonce: "00".repeat(32) };
  const terms = fillTerms("job/1", document, author, sampleOffer());
  invariant(terms.ok, "a fresh server offers this job");
  return terms.value;
}

export class Game {
  readonly story: Story;
  readonly bounty: number;

  constructor(terms: Terms) {
    this.story = story(terms);
    this.bounty = this.story.state.terms.pots.reduce((total, pot) => total + bountyOf(pot), 0);
  }

  /** An agent takes the seat and commits itself. */
  seat(agent: Signer = AGENT): this {
    this.story.act(agent, "bond");
    if (this.story.phase === "investigating") this.story.act(agent, "accept");
    return this;
  }

  handIn(agent: Signer = AGENT): this {
    this.story.act(agent, "fix");
    return this;
  }

  /** The principal reports a failure and shows nothing for it. */
  reject(): this {
    this.story.act(PRINCIPAL, "verify", { success: false });
    return this;
  }

  get isBeingReplayed(): boolean {
    const { phase, state } = this.story;
    return phase === "deliberating" && state.case?.bench === "replay";
  }

  /** The market has run the check again. */
  replay(verdict: "pass" | "fail" | "no_verdict"): this {
    const question = BigInt(this.story.state.case?.question ?? 0);
    this.story.act(SERVER, "checked", checkedData(verdict, question));
    return this;
  }

  get hasEnded(): boolean {
    return this.story.state.deadline === null;
  }

  /** Lets every clock run out until nothing is open, or the check is run again. */
  runOut(): this {
    while (!this.hasEnded && !this.isBeingReplayed) this.story.lapse();
    return this;
  }

  /** What these parties have now, less what they had before the contract. */
  gain(...parties: readonly Party[]): number {
    const { holds, legs } = this.story;
    const paid = legs.filter(({ to }) => to.party !== null && parties.includes(to.party));
    const put = holds.filter(({ party }) => parties.includes(party));
    return inXno(sum(paid) - sum(put));
  }

  /**
   * A case between an honest side, which appeals whenever it may, and the other, which appeals at
   * most `appeals` times. Each ruling is right or wrong by what is sent in; a check that is run again
   * shows what it shows.
   */
  *litigate(filer: Signer, isFulfilled: boolean, appeals: number): Generator<void, void, boolean> {
    const honest = isFulfilled ? AGENT : PRINCIPAL;
    const other = honest === AGENT ? PRINCIPAL : AGENT;
    this.story
      .act(filer, "dispute_filed")
      .act(filer === AGENT ? PRINCIPAL : AGENT, "dispute_response");
    for (let left = appeals; ; ) {
      const isRight = this.isBeingReplayed || (yield);
      if (this.isBeingReplayed) this.replay(isFulfilled ? "pass" : "fail");
      else rule(this.story, isRight === isFulfilled ? "fulfilled" : "canceled");
      if (this.hasEnded) return;
      const loser = isRight ? other : honest;
      if (isRight && left-- === 0) break;
      this.story.act(loser, "appeal").act(loser === AGENT ? PRINCIPAL : AGENT, "dispute_response");
    }
    this.runOut();
  }
}

function bountyOf(pot: Terms["pots"][number]): number {
  return "bounty" in pot ? inXno(pot.bounty) : 0;
}

function sum(transfers: readonly { readonly amount: bigint }[]): bigint {
  return transfers.reduce((total, { amount }) => total + amount, 0n);
}

export const OPERATOR = SERVER.party;

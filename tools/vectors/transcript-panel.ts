/** The vectors of a panel: two cases that it decides, and entries that no draw allows. */
import {
  invariant,
  type JsonObject,
  type Signer,
  timeoutAct,
  transcriptJson,
  voteCommitment,
} from "@bazaar/kernel";
import { signer } from "@bazaar/keys";
import { budgetPot, PANEL, panelCall, SAMPLE_SALT } from "@bazaar/testkit";
import {
  AGENT,
  at,
  type Broken,
  PRINCIPAL,
  SERVER,
  type Told,
  told,
  withEntry,
} from "./transcript-teller.ts";

const ARBITERS = ["06", "07", "08", "09", "0a"].map((byte) => signer(byte.repeat(32)));

function called(nonce: string, changes: Parameters<typeof told>[0] = {}): Told {
  const filed = told({ ...PANEL, ...changes, nonce: nonce.repeat(32) })
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .wait(31)
    .act(PRINCIPAL, "dispute_filed");
  return filed.act(SERVER, "panel_called", panelCall(filed.state, ARBITERS));
}

function drawn(nonce: string, changes: Parameters<typeof told>[0] = {}): Told {
  return called(nonce, changes).wait(5).act(PRINCIPAL, "dispute_reveal").lapse();
}

function asked(story: Told): readonly Signer[] {
  const arbiters = story.state.case?.panel?.arbiters ?? [];
  return arbiters.filter(({ is }) => is !== "declined").map(({ party }) => signerOf(party));
}

function signerOf(party: string): Signer {
  const found = ARBITERS.find((one) => one.party === party);
  invariant(found !== undefined, `${party} is not an arbiter of the vectors`);
  return found;
}

/** A wrong nonce first; one of the three declines and another stays silent. */
export function panelOnStakes(): Told {
  const story = called("07")
    .act(PRINCIPAL, "dispute_reveal", { nonce: "not this one" })
    .act(PRINCIPAL, "dispute_reveal")
    .lapse();
  const [first] = asked(story);
  invariant(first !== undefined, "nobody was drawn");
  story.act(first, "arbiter_decline");
  const panel = asked(story);
  for (const by of panel) story.wait(1).act(by, "arbiter_accept");
  story.act(AGENT, "evidence").act(PRINCIPAL, "evidence");
  const vote = { verdict: "respondent", reasoning: "the log shows that it works" };
  for (const by of panel.slice(1)) story.wait(1).act(by, "vote", vote);
  return story.lapse();
}

/** Votes are sealed, and then opened: two of three for the side that brought the case. */
export function panelOnMoney(): Told {
  const story = drawn("08", { pots: [budgetPot()] });
  const panel = asked(story);
  for (const by of panel) story.act(by, "arbiter_accept");
  story.act(AGENT, "evidence").lapse();
  const verdicts = ["disputant", "mutual", "disputant"] as const;
  const meant = panel.map((by, at) => ({ by, verdict: verdicts[at] ?? "mutual" }));
  for (const { by, verdict } of meant) {
    const commitment = voteCommitment(story.state.id, by.party, verdict, SAMPLE_SALT);
    story.act(by, "vote", { commitment });
  }
  for (const { by, verdict } of meant) {
    story.act(by, "vote", { verdict, reasoning: "the log shows it", salt: SAMPLE_SALT });
  }
  return story;
}

export function brokenPanels(): readonly Broken[] {
  const filed = told({ ...PANEL, nonce: "09".repeat(32) })
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .act(PRINCIPAL, "dispute_filed");
  const unsorted = panelCall(filed.state, ARBITERS).pool as readonly JsonObject[];
  const own = panelCall(filed.state, [...ARBITERS, AGENT]);
  const revealed = called("0b").act(PRINCIPAL, "dispute_reveal");
  const { data } = timeoutAct(revealed.state);
  const others = ARBITERS.slice(0, 3).map(({ party }) => ["@chosen", party]);
  const seated = drawn("0c");
  const stranger = ARBITERS.find((one) => !asked(seated).includes(one)) ?? AGENT;
  const added = (story: Told, by: Signer, type: string, said: JsonObject): JsonObject =>
    transcriptJson(withEntry(story.transcript(), by, { type, data: said }, 1_000));
  return [
    {
      name: "a pool that is not sorted",
      transcript: added(filed, SERVER, "panel_called", {
        ...panelCall(filed.state, ARBITERS),
        pool: unsorted.toReversed(),
      }),
      ...at(4, "malformed_act"),
    },
    {
      name: "the agent in the pool",
      transcript: added(filed, SERVER, "panel_called", own),
      ...at(4, "conflict_of_interest"),
    },
    {
      name: "the server names others than were drawn",
      transcript: added(revealed, SERVER, "panel_drawn", { ...data, arbiters: others }),
      ...at(6, "malformed_act"),
    },
    {
      name: "somebody who was not drawn takes a seat",
      transcript: added(seated, stranger, "arbiter_accept", {}),
      ...at(7, "not_a_party"),
    },
  ];
}

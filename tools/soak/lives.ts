/** The lives of contracts that the soak plays, and how often. */
import type { Random } from "../simulate/random.ts";
import type { Cast } from "./cast.ts";
import { reportOf } from "./sample-job.ts";
import { type ActContent, FIX, PASSED } from "./signed-act.ts";

type Life = (cast: Cast) => Promise<void>;

const FAILED: ActContent = {
  act: "verify",
  data: { success: false, explanation: "it still fails" },
};
const ANOTHER_FIX: ActContent = { act: "fix", data: { fix: "make -f GNUmakefile test" } };
const DISPUTE: ActContent = {
  act: "dispute_filed",
  data: { argument: "the transcript shows it" },
};
const RESPONSE: ActContent = {
  act: "dispute_response",
  data: { argument: "it shows the contrary" },
};
const LOOK: ActContent = { act: "investigate", data: { command: "cat Makefile" } };
const SEEN: ActContent = {
  act: "result",
  data: { command: "cat Makefile", output: "test: all\n" },
};

async function begin(cast: Cast): Promise<void> {
  await cast.post();
  await cast.act("agent", { act: "bond" });
  await cast.act("agent", { act: "accept" });
}

/** An agent that leaves without a look would have to wait for its next seat with this principal. */
async function lookOnce(cast: Cast): Promise<void> {
  await cast.act("agent", LOOK);
  await cast.act("principal", SEEN);
}

async function handIn(cast: Cast): Promise<void> {
  await begin(cast);
  await cast.act("agent", FIX);
}

async function beginJob(cast: Cast): Promise<void> {
  await cast.postJob();
  await cast.act("agent", { act: "accept" });
}

const LIVES: readonly (readonly [share: number, name: string, life: Life])[] = [
  [
    40,
    "fulfilled",
    async (cast) => {
      await handIn(cast);
      await cast.act("principal", PASSED);
    },
  ],
  [
    8,
    "investigated, failed once, then fulfilled",
    async (cast) => {
      await cast.post();
      await cast.act("agent", { act: "bond" });
      await cast.act("agent", LOOK);
      await cast.act("principal", SEEN);
      await cast.act("agent", { act: "accept" });
      await cast.act("agent", FIX);
      await cast.act("principal", FAILED);
      await cast.act("agent", ANOTHER_FIX);
      await cast.act("principal", PASSED);
    },
  ],
  [
    8,
    "declined, then taken by another",
    async (cast) => {
      await cast.post();
      await cast.act("agent", { act: "bond" });
      await lookOnce(cast);
      await cast.act("agent", { act: "decline" });
      await cast.act("rival", { act: "bond" });
      await cast.act("rival", { act: "accept" });
      await cast.act("rival", FIX);
      await cast.act("principal", PASSED);
    },
  ],
  [
    6,
    "canceled before an agent bonded",
    async (cast) => {
      await cast.post();
      await cast.act("principal", { act: "cancel" });
    },
  ],
  [
    5,
    "canceled after acceptance",
    async (cast) => {
      await begin(cast);
      await cast.act("principal", { act: "cancel" });
    },
  ],
  [
    5,
    "left by its agent, then open until it expires",
    async (cast) => {
      await begin(cast);
      await lookOnce(cast);
      await cast.act("agent", { act: "back_out" });
    },
  ],
  [
    8,
    "two agents compete",
    async (cast) => {
      await cast.post();
      await cast.act("agent", { act: "bond" });
      await cast.fail("rival", { act: "bond" }, ["wrong_phase"]);
      await cast.fail("rival", FIX, ["wrong_phase", "not_a_party"]);
      await cast.act("agent", { act: "accept" });
      await cast.act("agent", FIX);
      await cast.act("principal", PASSED);
    },
  ],
  [5, "no agent bonds", (cast) => cast.post()],
  [3, "the principal does not answer", handIn],
  [
    2,
    "the agent does nothing",
    async (cast) => {
      await begin(cast);
      await lookOnce(cast);
    },
  ],
  [
    6,
    "disputed and answered",
    async (cast) => {
      await handIn(cast);
      await cast.act("principal", FAILED);
      await cast.act("agent", DISPUTE);
      await cast.act("principal", RESPONSE);
    },
  ],
  [
    2,
    "disputed, ruled, and appealed",
    async (cast) => {
      await handIn(cast);
      await cast.act("principal", DISPUTE);
      await cast.act("agent", RESPONSE);
      await cast.act("principal", { ...DISPUTE, act: "appeal" });
      await cast.act("agent", { ...RESPONSE, data: { argument: "as the first court saw" } });
    },
  ],
  [
    2,
    "halted, then ruled on by a court",
    async (cast) => {
      await begin(cast);
      await cast.act("principal", { act: "halt", data: { reason: "that is not what I asked" } });
    },
  ],
  [
    2,
    "disputed, and not answered",
    async (cast) => {
      await handIn(cast);
      await cast.act("agent", DISPUTE);
    },
  ],
  [
    18,
    "a job is done",
    async (cast) => {
      await beginJob(cast);
      await cast.act("agent", cast.resultOf("agent", true));
      await cast.act("principal", reportOf(true));
    },
  ],
  [
    6,
    "a job fails its check once, then passes",
    async (cast) => {
      await beginJob(cast);
      await cast.act("agent", cast.resultOf("agent", false));
      await cast.act("principal", reportOf(false));
      await cast.act("agent", cast.resultOf("agent", true));
      await cast.act("principal", reportOf(true));
    },
  ],
  [
    4,
    "a job is disputed, and its check run again",
    async (cast) => {
      await beginJob(cast);
      await cast.act("agent", cast.resultOf("agent", true));
      await cast.act("principal", DISPUTE);
      await cast.act("agent", RESPONSE);
    },
  ],
  [
    4,
    "a job is given back",
    async (cast) => {
      await beginJob(cast);
      await cast.act("agent", { act: "back_out" });
    },
  ],
  [
    4,
    "a job is canceled before anybody takes it",
    async (cast) => {
      await cast.postJob();
      await cast.act("principal", { act: "cancel" });
    },
  ],
  [
    4,
    "two providers compete",
    async (cast) => {
      await beginJob(cast);
      await cast.fail("rival", { act: "accept" }, ["wrong_phase"]);
      await cast.fail("rival", cast.resultOf("rival", true), ["wrong_phase", "not_a_party"]);
      await cast.act("agent", cast.resultOf("agent", true));
      await cast.act("principal", reportOf(true));
    },
  ],
];

/** On average, to convert the rate of acts into a rate of lives. */
export const ACTS_PER_LIFE = 5;

export function pickLife(random: Random): Life {
  let left = random.below(LIVES.reduce((sum, [share]) => sum + share, 0));
  for (const [share, , life] of LIVES) {
    if (left < share) return life;
    left -= share;
  }
  throw new Error("unreachable: a share was picked beyond the sum");
}

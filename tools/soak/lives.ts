/** What becomes of contracts, in the shares in which the soak plays them. */
import type { Random } from "../simulate/random.ts";
import type { Cast } from "./cast.ts";
import { FIX, PASSED, type Saying } from "./signed-act.ts";

type Life = (cast: Cast) => Promise<void>;

const FAILED: Saying = { act: "verify", data: { success: false, explanation: "it still fails" } };
const ANOTHER_FIX: Saying = { act: "fix", data: { fix: "make -f GNUmakefile test" } };
const DISPUTE: Saying = {
  act: "dispute_filed",
  data: { argument: "the transcript shows it" },
};
const RESPONSE: Saying = {
  act: "dispute_response",
  data: { argument: "it shows the contrary" },
};
const LOOK: Saying = { act: "investigate", data: { command: "cat Makefile" } };
const SEEN: Saying = { act: "result", data: { command: "cat Makefile", output: "test: all\n" } };

async function begin(cast: Cast): Promise<void> {
  await cast.post();
  await cast.act("agent", { act: "bond" });
  await cast.act("agent", { act: "accept" });
}

async function handIn(cast: Cast): Promise<void> {
  await begin(cast);
  await cast.act("agent", FIX);
}

/** How often each happens among a hundred; a name is for reading only. */
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
    "looked at first, failed once, then fulfilled",
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
      await cast.act("agent", { act: "decline" });
      await cast.act("rival", { act: "bond" });
      await cast.act("rival", { act: "accept" });
      await cast.act("rival", FIX);
      await cast.act("principal", PASSED);
    },
  ],
  [
    6,
    "called off before anybody came",
    async (cast) => {
      await cast.post();
      await cast.act("principal", { act: "cancel" });
    },
  ],
  [
    5,
    "called off after acceptance",
    async (cast) => {
      await begin(cast);
      await cast.act("principal", { act: "cancel" });
    },
  ],
  [
    5,
    "left by its agent, and open again until nobody comes",
    async (cast) => {
      await begin(cast);
      await cast.act("agent", { act: "back_out" });
    },
  ],
  [
    8,
    "wanted by two",
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
  [5, "nobody comes", (cast) => cast.post()],
  [3, "its principal falls silent", handIn],
  [2, "its agent falls silent", begin],
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
    "stopped in an emergency, which a court looks at",
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
];

/** Acts that a life has on average, for the rate. */
export const ACTS_PER_LIFE = 5;

export function pickLife(random: Random): Life {
  let left = random.below(LIVES.reduce((sum, [share]) => sum + share, 0));
  for (const [share, , life] of LIVES) {
    if (left < share) return life;
    left -= share;
  }
  throw new Error("the shares do not add up");
}

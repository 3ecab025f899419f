import { connect } from "@bazaar/doors/http/connect";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import type { InProcess } from "../../../doors/src/http/connect/test/in-process.ts";
import { Agent, everyTest, execution, Principal, typesOf, verifies } from "../../test/scripted.ts";
import type { Problem, Seen } from "../problem.ts";
import type { Look, Tools } from "../solver.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

/** Looks at these, and then has nothing to offer. */
function looksAt(...commands: readonly string[]) {
  const looks: Look[] = [];
  const seen: Seen[] = [];
  return {
    name: "curious",
    looks,
    seen,
    async solve(_: Problem, tools: Tools): Promise<"passed"> {
      for (const command of commands) looks.push(await tools.look(command));
      seen.push(...tools.now().seen);
      return "passed";
    },
  };
}

/** A connection of a party whose clock is wrong by this much. */
function connectOff(byMs: number) {
  const fetch = place.clock.counting((request) => place.fetch(request));
  const clock = {
    nowMs: () => place.clock.nowMs() + byMs,
    sleep: (ms: number, signal?: AbortSignal) => place.clock.sleep(ms, signal),
  };
  const signer = generateSigner();
  return connect({ url: "http://market.test", signer, verify: ed25519Verify, clock, fetch });
}

test.each([-25_000, -3_000, 0, 3_000, 25_000])(
  "a clock that is %d ms off does not cost a look",
  async (byMs) => {
    const principal = new Principal(place);
    const solver = looksAt("ls", "pwd");
    await using agent = new Agent(place, solver, { connection: connectOff(byMs) });
    const limits = execution({ investigation_rate: 20n });
    const ended = await principal.attend(await principal.post({ execution: limits }));
    expect(solver.looks).toEqual([
      { isSeen: true, output: "output of ls" },
      { isSeen: true, output: "output of pwd" },
    ]);
    expect(typesOf(ended).filter((type) => type === "investigate")).toHaveLength(2);
    expect(agent.errors).toEqual([]);
  },
);

const EARLY = "Refused: The next command may be asked in 113 ms.";

test("a look that the principal refuses as too early is repeated", async () => {
  let times = 0;
  const principal = new Principal(
    place,
    verifies(() => ({})),
    () => {
      times += 1;
      return times === 1 ? EARLY : "here it is";
    },
  );
  const solver = looksAt("ls");
  await using agent = new Agent(place, solver);
  await principal.attend(await principal.post());
  expect(solver.looks).toEqual([{ isSeen: true, output: "here it is" }]);
  expect(solver.seen).toEqual([{ command: "ls", output: "here it is" }]);
  expect(agent.errors).toEqual([]);
});

test("a look that is always too early ends without output", async () => {
  const principal = new Principal(
    place,
    verifies(() => ({})),
    () => EARLY,
  );
  const solver = looksAt("ls");
  await using agent = new Agent(place, solver);
  const limits = execution({ investigation_rounds: 3n });
  const ended = await principal.attend(await principal.post({ execution: limits }));
  expect(solver.looks).toEqual([{ isSeen: false, because: "no investigation rounds left" }]);
  expect(typesOf(ended).filter((type) => type === "investigate")).toHaveLength(3);
  expect(agent.errors).toEqual([]);
});

import type { Contract } from "@bazaar/doors/connection";
import { expect, test } from "vitest";
import { type InProcess, taken } from "../../../doors/src/http/connect/test/in-process.ts";
import {
  Agent,
  everyTest,
  failed,
  fixOf,
  PASSED,
  Principal,
  tries,
  typesOf,
  verifies,
} from "../../test/scripted.ts";
import type { Fix, Solver } from "../solver.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

/** The market takes a fix as it should; what it says to it comes when this lets it. */
function answersFixes(answer: (response: Response) => Promise<Response>): void {
  const door = place.fetch;
  place.fetch = async (request) => {
    const response = await door(request);
    return request.url.endsWith("/fix") ? answer(response) : response;
  };
}

test.each([
  { what: "paid", verdict: PASSED, heard: [{ verdict: "pass" }] },
  {
    what: "not accepted with a fix that passes",
    verdict: { success: false, explanation: "not wanted", evidence: { passed: true } },
    // Contested after the last attempt, and won.
    heard: [{ verdict: "declined" }, { verdict: "pass" }],
  },
  {
    what: "refused",
    verdict: failed("line 3"),
    heard: [
      { verdict: "fail", attemptsLeft: 1 },
      { verdict: "fail", attemptsLeft: 0 },
    ],
  },
])("an agent that is $what before the market responds to its fix learns of it", async (row) => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let count = 0;
  answersFixes(async (response) => {
    count += 1;
    if (count === row.heard.length) await place.clock.until(over);
    return response;
  });
  const principal = new Principal(
    place,
    verifies(() => row.verdict),
  );
  const solver = tries("one", "two");
  const submitted: string[] = [];
  const hooks = {
    fixSubmitted: (_: unknown, { shell }: Fix) => void submitted.push(shell),
    ended: () => end(),
  };
  await using agent = new Agent(place, solver, { hooks });
  await principal.attend(await principal.post());
  await over;
  expect(solver.trials).toMatchObject(row.heard);
  expect(submitted).toEqual(["one", "two"].slice(0, row.heard.length));
  expect(agent.errors).toEqual([]);
});

test("a fix whose response is lost is not submitted again, and its verdict arrives", async () => {
  const startMs = place.clock.nowMs();
  const isBack = () => place.clock.nowMs() - startMs > 60_000;
  answersFixes(async (response) => {
    if (isBack()) return response;
    throw new Error("the answer is lost");
  });
  const principal = new Principal(place, () => null);
  const solver = tries("touch it");
  await using agent = new Agent(place, solver);
  const open = await principal.post();
  const attending = principal.attend(open);
  await place.clock.sleep(120_000);
  const now = taken(await principal.connection.contract(open.id));
  taken(await principal.connection.act(now, "verify", PASSED));
  const ended = await attending;
  await agent.untilEnded(1);
  expect(typesOf(ended).filter((type) => type === "fix")).toHaveLength(1);
  expect(solver.trials).toEqual([{ verdict: "pass" }]);
  expect(agent.errors).toEqual([]);
});

test("a stopped agent still gets a verdict that is there", async () => {
  const door = place.fetch;
  place.fetch = (request) =>
    request.url.includes("/chain_head") ? place.clock.never(request.signal) : door(request);
  const principal = new Principal(place);
  const { connection } = principal;
  const solver = tries("touch it");
  await using agent = new Agent(place, solver);
  let now = await principal.post();
  while (!typesOf(now).includes("fix")) {
    await place.clock.sleep(50);
    now = taken(await connection.contract(now.id));
  }
  taken(await connection.act(now, "verify", PASSED));
  await agent.stop();
  expect(solver.trials).toEqual([{ verdict: "pass" }]);
  expect(agent.errors).toEqual([]);
});

test("a solver has time to use its last verdict", async () => {
  const order: string[] = [];
  const solver: Solver = {
    name: "writes it down",
    async solve(_, tools) {
      const { verdict } = await tools.propose(fixOf("touch it"));
      await place.clock.sleep(200);
      order.push(verdict);
      return "solved";
    },
  };
  const principal = new Principal(place);
  const hooks = { ended: ({ state }: Contract) => void order.push(state.phase) };
  await using agent = new Agent(place, solver, { hooks });
  await principal.attend(await principal.post());
  while (order.length < 2) await place.clock.sleep(100);
  expect(order).toEqual(["pass", "fulfilled"]);
  expect(agent.errors).toEqual([]);
});

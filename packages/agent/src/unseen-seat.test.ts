/** Contracts at which looking is over: taking the seat accepts them. */
import type { Contract } from "@bazaar/doors/connection";
import { expect, test } from "vitest";
import { does, type InProcess, taken } from "../../doors/src/http/connect/test/in-process.ts";
import {
  Agent,
  everyTest,
  failed,
  fixOf,
  Principal,
  tries,
  typesOf,
  verifies,
} from "../test/scripted.ts";
import { wasTried } from "./problem.ts";
import type { Solver } from "./solver.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

/** A turn, and the moment in which the market ends it. */
const TURN_MS = 120_001;

/** Posts a contract that others have looked at until looking was over, and left. */
async function lookedAt(principal: Principal): Promise<Contract> {
  let contract = await principal.post();
  while (!contract.state.looking.isOver) {
    await does(place.connect(), contract, "bond");
    await place.clock.sleep(TURN_MS);
    contract = taken(await principal.connection.contract(contract.id));
    expect(contract.state.phase).toBe("open");
  }
  return contract;
}

test("an agent takes the seat unseen if it has a fix already", async () => {
  const principal = new Principal(place);
  const contract = await lookedAt(principal);
  await using agent = new Agent(place, tries("touch it"));
  const ended = await principal.attend(contract);
  expect(typesOf(ended).slice(-4)).toEqual(["bond", "fix", "verify", "settled"]);
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toEqual([]);
});

test("an agent that would have to look first leaves it alone", async () => {
  const solver: Solver = {
    name: "looks first",
    async solve(_, tools) {
      const look = await tools.look("cat Makefile");
      if (!look.isSeen) return "passed";
      await tools.propose(fixOf("touch it"));
      return "solved";
    },
  };
  const principal = new Principal(place);
  const contract = await lookedAt(principal);
  await using agent = new Agent(place, solver);
  const ended = await principal.attend(contract);
  expect(typesOf(ended).slice(-2)).toEqual(["auto_cancel", "settled"]);
  expect(await place.balance(agent.connection)).toBe("0");
  expect(agent.errors).toEqual([]);
});

test("an agent whose fix is rejected there loses nothing", async () => {
  const fix = fixOf("touch it");
  const solver: Solver = {
    name: "knows one fix",
    async solve(problem, tools) {
      if (!wasTried(problem, fix)) await tools.propose(fix);
      return "passed";
    },
  };
  const principal = new Principal(
    place,
    verifies(() => failed("line 3")),
  );
  const contract = await lookedAt(principal);
  await using agent = new Agent(place, solver);
  const ended = await principal.attend(contract);
  expect(typesOf(ended).slice(-5)).toEqual(["fix", "verify", "back_out", "auto_cancel", "settled"]);
  expect(ended.state.isFeeDue).toBe(false);
  expect(await place.balance(agent.connection)).toBe("100");
});

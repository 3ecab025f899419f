import { SeatWaits } from "@bazaar/market";
import { expect, test } from "vitest";
import { InProcess } from "../../doors/src/http/connect/test/in-process.ts";
import { Agent, fixOf, Principal, typesOf } from "../test/scripted.ts";
import type { Solver } from "./solver.ts";

/** Knows no fix for the first contract that it is asked about. */
function knowsTheSecond(): Solver {
  let asked = 0;
  return {
    name: "knows the second",
    async solve(_, tools) {
      asked += 1;
      if (asked === 1) return "passed";
      await tools.propose(fixOf("touch it"));
      return "solved";
    },
  };
}

test("a contract that is refused too soon after a seat without a look is taken when the wait is over", async () => {
  await using place = await InProcess.open({
    needs: (usual) => ({ ...usual, seatPolicy: new SeatWaits() }),
  });
  const principal = new Principal(place);
  const refused: string[] = [];
  const hooks = { notTaken: (_: unknown, { code }: { code: string }) => refused.push(code) };
  await using agent = new Agent(place, knowsTheSecond(), { hooks });
  const declined = await principal.attend(await principal.post());
  expect(typesOf(declined)).toContain("decline");
  await place.clock.sleep(10_000);
  const ended = await principal.attend(await principal.post());
  expect(refused).toEqual(["seat_too_soon"]);
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toEqual([]);
});

/** One principal, or many who pay nothing, do not keep an agent from working for others. */
import { expect, test } from "vitest";
import { type InProcess, taken } from "../../doors/src/http/connect/test/in-process.ts";
import {
  Agent,
  everyTest,
  execution,
  FREE,
  PASSED,
  Principal,
  tries,
  typesOf,
} from "../test/scripted.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

const SILENT = () => null;
const MINUTE_MS = 60_000;

async function seatsOf(agent: Agent): Promise<number> {
  const { party } = agent.connection;
  const { contracts } = taken(await agent.connection.list({ limit: 200 }));
  return contracts.filter((contract) => contract.agent === party).length;
}

test.each([
  { what: "with money", terms: {}, held: 4 },
  { what: "without money", terms: FREE, held: 4 },
])("one key that posts 40 contracts $what and answers nothing holds $held seats", async (row) => {
  const flood = new Principal(place, SILENT);
  await using agent = new Agent(place, tries("touch it"), { limits: { contracts: 16 } });
  for (let number = 0; number < 40; number += 1) await flood.post(row.terms);
  await place.clock.sleep(5_000);
  expect(await seatsOf(agent)).toBe(row.held);
  const other = new Principal(place);
  const ended = await other.attend(await other.post(row.terms));
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toEqual([]);
});

test("many keys without money hold half of the seats, and one with money is served", async () => {
  const free = Array.from({ length: 20 }, () => new Principal(place, SILENT));
  await using agent = new Agent(place, tries("touch it"), { limits: { contracts: 16 } });
  for (const principal of free) await principal.post(FREE);
  await place.clock.sleep(5_000);
  expect(await seatsOf(agent)).toBe(8);
  const other = new Principal(place);
  const ended = await other.attend(await other.post());
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toEqual([]);
});

test("contracts behind a full page of principals with enough places are found", async () => {
  const other = new Principal(place);
  const open = await other.post();
  for (const flood of [new Principal(place, SILENT), new Principal(place, SILENT)]) {
    for (let number = 0; number < 40; number += 1) await flood.post();
  }
  await using agent = new Agent(place, tries("touch it"), { limits: { contracts: 8 } });
  const ended = await other.attend(open);
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toEqual([]);
});

test("without money an agent waits ten minutes for an answer, then makes room and leaves", async () => {
  const silent = new Principal(place, SILENT);
  const solver = tries("one", "two");
  await using agent = new Agent(place, solver, { limits: { contracts: 1 } });
  const slow = { ...FREE, execution: execution({ review_window: 7_200n }) };
  const waiting = await silent.post(slow);
  await place.clock.sleep(9 * MINUTE_MS);
  const other = new Principal(place);
  const early = await other.attend(await other.post(FREE));
  expect(typesOf(early)).not.toContain("bond");
  await place.clock.sleep(MINUTE_MS);
  const late = await other.attend(await other.post(FREE));
  expect(late.state.phase).toBe("fulfilled");
  const now = taken(await silent.connection.contract(waiting.id));
  expect(now.state.seat?.agent).toBe(agent.connection.party);
  const failure = { ...PASSED, success: false, evidence: { exit_code: 1n } };
  taken(await silent.connection.act(now, "verify", failure));
  await place.clock.sleep(5_000);
  const left = taken(await silent.connection.contract(waiting.id));
  expect(typesOf(left).slice(-1)).toEqual(["back_out"]);
  expect(agent.errors).toEqual([]);
});

test("contracts that an agent is given have no such limits", async () => {
  const principal = new Principal(place, SILENT);
  const posted = await Promise.all(Array.from({ length: 6 }, () => principal.post(FREE)));
  const only = () => posted.map(({ id }) => id);
  await using agent = new Agent(place, tries("touch it"), { limits: { contracts: 6 }, only });
  await place.clock.sleep(5_000);
  expect(await seatsOf(agent)).toBe(6);
  expect(agent.errors).toEqual([]);
});

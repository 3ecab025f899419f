/** What an agent finds again that was killed while something waited for it. */
import type { Contract } from "@bazaar/doors/connection";
import type { JsonObject } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { does, type InProcess, taken } from "../../doors/src/http/connect/test/in-process.ts";
import { Agent, everyTest, execution, Principal, tries, typesOf } from "../test/scripted.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

const ONCE = { execution: execution({ max_attempts: 1n }) };

test.each<{
  what: string;
  act: "verify" | "dispute_filed" | "halt";
  data: JsonObject;
  phase: string;
  says: string;
}>([
  {
    what: "its contest",
    act: "verify",
    data: { success: false },
    phase: "contest",
    says: "dispute_filed",
  },
  {
    what: "a case that waits for its response",
    act: "dispute_filed",
    data: { argument: "it did nothing" },
    phase: "awaiting_response",
    says: "dispute_response",
  },
  {
    what: "a halt",
    act: "halt",
    data: { reason: "wait" },
    phase: "halted",
    says: "dispute_response",
  },
])("a restarted agent finds $what again, in time", async ({ act, data, phase, says }) => {
  const principal = new Principal(place, () => null);
  const { connection } = principal;
  const signer = place.connect().signer;
  const killed = new Agent(place, tries("touch it"), { connection: place.connect(signer) });
  let now: Contract = await principal.post(ONCE);
  while (now.state.phase !== "verifying") {
    await place.clock.sleep(100);
    now = taken(await connection.contract(now.id));
  }
  await killed.stop();
  place.under.verdict = "silent" as never;
  now = act === "halt" ? await halted(now) : await does(connection, now, act, data);
  expect(now.state.phase).toBe(phase);
  // Others have contracts of their own.
  for (let other = 0; other < 3; other += 1) await new Principal(place).post();
  await place.clock.sleep(10_000);
  place.under.verdict = "fulfilled";
  await using agent = new Agent(place, tries(), { connection: place.connect(signer) });
  await place.clock.sleep(10_000);
  const said = taken(await connection.contract(now.id));
  const own = said.transcript.entries.find(({ type }) => type === says);
  expect(own?.author).toBe(agent.connection.party);
  expect(typesOf(said)).not.toContain("in_absentia");
  expect(agent.errors).toEqual([]);

  /** The market holds this request until there is a ruling. */
  async function halted(seen: Contract): Promise<Contract> {
    void connection.act(seen, "halt", data);
    let halting = seen;
    while (halting.state.phase !== "halted") {
      await place.clock.sleep(100);
      halting = taken(await connection.contract(seen.id));
    }
    return halting;
  }
});

import {
  AGENT,
  accepted,
  appealed,
  bonded,
  fixed,
  halted,
  PRINCIPAL,
  type Story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../canonical/json.ts";
import { stateText } from "./state-json.ts";

/** Together they fill every object of a state. */
const STORIES: readonly Story[] = [
  bonded().act(AGENT, "investigate"),
  appealed(),
  halted(),
  accepted().wait(31).act(AGENT, "back_out"),
  fixed().act(PRINCIPAL, "verify"),
];

function pathsIn(json: Json, path = ""): readonly string[] {
  if (isJsonArray(json)) return [path, ...json.flatMap((item) => pathsIn(item, `${path}[]`))];
  if (!isJsonObject(json)) return [path];
  const inside = Object.entries(json).flatMap(([name, value]) => pathsIn(value, `${path}.${name}`));
  return path === "" ? inside : [path, ...inside];
}

function recordOf({ state }: Story): JsonObject {
  const json = parseJson(stateText(state));
  return json.ok && isJsonObject(json.value) ? json.value : expect.fail("a state is an object");
}

// A store reads text of its own version only. Without the new number it would take old text for new.
test("a change of the fields of a state raises STATE_VERSION", () => {
  const records = STORIES.map(recordOf);
  const paths = new Set(records.flatMap((record) => pathsIn(record)));
  const lines = [`version ${records[0]?.version}`, ...[...paths].sort()];
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "version 5
    .absence
    .absence.afterMs
    .absence.count
    .absence.totalMs
    .accountChanges
    .accounts
    .case
    .case.bench
    .case.commitment
    .case.filer
    .case.frozen
    .case.frozen.deadline
    .case.frozen.deadline.kind
    .case.frozen.deadline.waitingFor
    .case.frozen.graceLeftMs
    .case.frozen.leftMs
    .case.frozen.phase
    .case.isAnswered
    .case.isExit
    .case.leader
    .case.panel
    .case.question
    .contested
    .deadline
    .deadline.atMs
    .deadline.kind
    .deadline.waitingFor
    .expiresMs
    .formerAgents
    .formerAgents[]
    .halts
    .held
    .held[]
    .held[].agent
    .held[].principal
    .id
    .investigatedMs
    .isFeeDue
    .isSettled
    .lapsedFilers
    .leaversPaid
    .legs
    .looking
    .looking.isOver
    .looking.length
    .looking.ms
    .looking.seats
    .outcome
    .outcome.filer
    .outcome.isFeeDue
    .outcome.leaversPaid
    .outcome.price
    .outcome.row
    .phase
    .price
    .receivedMs
    .rulings
    .rulings[]
    .rulings[].against
    .rulings[].bench
    .rulings[].outcome
    .said
    .said.agent
    .said.before
    .said.principal
    .seat
    .seat.agent
    .seat.attempts
    .seat.graceEndsMs
    .seat.isAccepted
    .seat.messages
    .seat.messages.agent
    .seat.messages.principal
    .seat.number
    .seat.pending
    .seat.pending[]
    .seat.rounds
    .seat.sinceMs
    .seat.talkTurns
    .seatsCounted
    .seatsTaken
    .stake
    .tasks
    .unsupported
    .version"
  `);
});

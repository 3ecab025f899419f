/** The same events for programs: one JSON object on every line. */
import type { RepairEvent } from "@bazaar/client";
import { type JudgedChange, shownPath } from "@bazaar/guard/commit";
import { entryJson } from "@bazaar/kernel";
import { asciiJson } from "@bazaar/terminal";
import { contractJson } from "../contracts/contract-json.ts";

export function eventLine(event: RepairEvent): string {
  return asciiJson(JSON.stringify(plain(event), (_, value) => exact(value)));
}

/** An integer that no number holds stays text: no reader may round it. */
function exact(value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function plain(event: RepairEvent): object {
  switch (event.type) {
    case "posted": {
      const { type, contract, deposit } = event;
      const { id, alias, held } = contractJson(contract);
      return { type, contract: id, alias, held, deposit };
    }
    case "entry": {
      const { entry, contract } = event;
      return { type: "entry", phase: contract.state.phase, entry: entryJson(entry) };
    }
    case "output":
      return { type: "output", stream: event.stream, text: event.bytes.toString("utf8") };
    case "changes":
      return { type: "changes", changes: plainChanges(event.changes) };
    case "waits": {
      const { type, contract, proposal, changes } = event;
      const until = contract.state.deadline?.atMs ?? null;
      return {
        type,
        contract: contract.id,
        until_ms: until,
        proposal,
        changes: plainChanges(changes),
      };
    }
    default:
      return event;
  }
}

function plainChanges(changes: readonly JudgedChange[]): readonly object[] {
  return changes.map(({ change, dangers, noise }) => ({
    kind: change.kind,
    path: shownPath(change.path),
    dangers,
    // Then it is dropped.
    ...(noise === undefined ? {} : { noise }),
  }));
}

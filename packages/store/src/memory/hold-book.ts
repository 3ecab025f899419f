import type { ContractId } from "@bazaar/kernel";
import type { HoldQuery, HoldRecord, NumberedHold } from "@bazaar/market/ports";
import { checkPage } from "../place.ts";

/** Where deposits of slow rails arrive, and what for. */
export class HoldBook {
  /** In the order they were first saved. */
  readonly #holds = new Map<string, NumberedHold>();

  save(record: HoldRecord): void {
    const place = placeOf(record.hold.rail, record.address);
    const no = this.#holds.get(place)?.no ?? this.#holds.size + 1;
    this.#holds.set(place, { ...record, no });
  }

  ofContract(contract: ContractId): readonly HoldRecord[] {
    const found = [...this.#holds.values()].filter(({ hold }) => hold.contract === contract);
    return found.map(withoutNumber);
  }

  at(rail: string, address: string): HoldRecord | null {
    const found = this.#holds.get(placeOf(rail, address));
    return found === undefined ? null : withoutNumber(found);
  }

  open({ rail, expiresAfterMs, afterNo, limit }: HoldQuery): readonly NumberedHold[] {
    checkPage(limit);
    const found: NumberedHold[] = [];
    for (const record of this.#holds.values()) {
      const { hold, no } = record;
      const isAsked = hold.rail === rail && no > afterNo && hold.expiresMs > expiresAfterMs;
      if (isAsked && found.push(record) === limit) break;
    }
    return found;
  }
}

function placeOf(rail: string, address: string): string {
  return `${rail} ${address}`;
}

function withoutNumber({ no: _, ...record }: NumberedHold): HoldRecord {
  return record;
}

import { type ContractId, invariant, type Leg } from "@bazaar/kernel";
import type { LegMove, LegRecord, LegStatus } from "@bazaar/market/ports";

/** What is known of one contract's legs without looking at each. */
interface ContractLegs {
  /** Those that acts ordered, in order. */
  readonly fromActs: string[];
  readonly waiting: Set<string>;
  /** How many of `fromActs` are not confirmed. */
  unpaid: number;
}

/** Every leg, in the order they were written, and which of them there is something to do about. */
export class LegBook {
  readonly #records = new Map<string, LegRecord>();
  readonly #unconfirmed = new Map<string, LegRecord>();
  readonly #contracts = new Map<ContractId, ContractLegs>();
  /** How many legs of each pot are on their way. */
  readonly #onTheirWay = new Map<string, number>();

  /** A key is used for one leg only, also after it is paid. */
  order(leg: Leg, isFromAct: boolean): void {
    if (this.#records.has(leg.key)) return;
    this.#put({
      no: this.#records.size + 1,
      leg,
      isFromAct,
      status: "ordered",
      isWaiting: false,
      message: null,
      proof: null,
    });
    if (!isFromAct) return;
    const legs = this.#legsOf(leg.contract);
    legs.fromActs.push(leg.key);
    legs.unpaid += 1;
  }

  get(key: string): LegRecord | null {
    return this.#records.get(key) ?? null;
  }

  open(afterNo: number, limit: number): readonly LegRecord[] {
    return this.#page(limit, ({ no, isWaiting }) => no > afterNo && !isWaiting);
  }

  unpaid(afterNo: number, limit: number): readonly LegRecord[] {
    return this.#page(limit, ({ no }) => no > afterNo);
  }

  ofContract(contract: ContractId): readonly LegRecord[] {
    return this.#legsOf(contract).fromActs.map((key) => this.#at(key));
  }

  isPotBusy(contract: ContractId, pot: number): boolean {
    return (this.#onTheirWay.get(`${contract}/${pot}`) ?? 0) > 0;
  }

  /** Whether acts have ordered legs, and every one is confirmed. */
  isPaid(contract: ContractId): boolean {
    const { fromActs, unpaid } = this.#legsOf(contract);
    return fromActs.length > 0 && unpaid === 0;
  }

  move(record: LegRecord, { status, message, proof }: Omit<LegMove, "asOf">): void {
    const { leg, isFromAct } = record;
    const legs = this.#legsOf(leg.contract);
    this.#put({
      ...record,
      status,
      isWaiting: false,
      message: message ?? record.message,
      proof: proof ?? record.proof,
    });
    legs.waiting.delete(leg.key);
    const pot = `${leg.contract}/${leg.pot}`;
    const others = (this.#onTheirWay.get(pot) ?? 0) - isOnItsWay(record.status);
    this.#onTheirWay.set(pot, others + isOnItsWay(status));
    if (isFromAct && status === "confirmed") legs.unpaid -= 1;
  }

  letWait(record: LegRecord): void {
    this.#put({ ...record, isWaiting: true });
    this.#legsOf(record.leg.contract).waiting.add(record.leg.key);
  }

  /** What a contract's legs waited for may be there now. */
  wake(contract: ContractId): void {
    const { waiting } = this.#legsOf(contract);
    for (const key of waiting) this.#put({ ...this.#at(key), isWaiting: false });
    waiting.clear();
  }

  #page(limit: number, isAsked: (record: LegRecord) => boolean): readonly LegRecord[] {
    const page: LegRecord[] = [];
    for (const record of this.#unconfirmed.values()) {
      if (page.length === limit) break;
      if (isAsked(record)) page.push(record);
    }
    return page;
  }

  #put(record: LegRecord): void {
    const { key } = record.leg;
    this.#records.set(key, record);
    if (record.status === "confirmed") this.#unconfirmed.delete(key);
    // Replacing keeps the place in the order.
    else this.#unconfirmed.set(key, record);
  }

  #at(key: string): LegRecord {
    const record = this.#records.get(key);
    invariant(record !== undefined, `${key} was ordered and is gone`);
    return record;
  }

  #legsOf(contract: ContractId): ContractLegs {
    const known = this.#contracts.get(contract);
    if (known !== undefined) return known;
    const legs: ContractLegs = { fromActs: [], waiting: new Set(), unpaid: 0 };
    this.#contracts.set(contract, legs);
    return legs;
  }
}

function isOnItsWay(status: LegStatus): 0 | 1 {
  return status === "ordered" || status === "confirmed" ? 0 : 1;
}

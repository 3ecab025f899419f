import { type ContractId, invariant } from "@bazaar/kernel";

/** Which contracts are due when. Deadlines that were moved stay in the heap and are passed over. */
export class DueIndex {
  readonly #atMs = new Map<ContractId, number>();
  readonly #heap: { readonly contract: ContractId; readonly atMs: number }[] = [];

  set(contract: ContractId, atMs: number | null): void {
    if (atMs === null) {
      this.#atMs.delete(contract);
      return;
    }
    if (this.#atMs.get(contract) === atMs) return;
    this.#atMs.set(contract, atMs);
    this.#push({ contract, atMs });
  }

  first(): number | null {
    this.#dropStale();
    return this.#heap[0]?.atMs ?? null;
  }

  /** Contracts due before `nowMs`, the earliest first. They stay until their deadline moves. */
  before(nowMs: number, limit: number): readonly ContractId[] {
    const found = new Map<ContractId, number>();
    for (;;) {
      this.#dropStale();
      const [next] = this.#heap;
      if (next === undefined || next.atMs >= nowMs || found.size === limit) break;
      // A deadline that was moved away and back is in the heap twice; one of them is enough.
      found.set(next.contract, next.atMs);
      this.#pop();
    }
    for (const [contract, atMs] of found) this.#push({ contract, atMs });
    return [...found.keys()];
  }

  #dropStale(): void {
    for (let [top] = this.#heap; top !== undefined; [top] = this.#heap) {
      if (this.#atMs.get(top.contract) === top.atMs) return;
      this.#pop();
    }
  }

  #push(item: { readonly contract: ContractId; readonly atMs: number }): void {
    const heap = this.#heap;
    let at = heap.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (this.#isBefore(left, least)) least = left;
      if (this.#isBefore(right, least)) least = right;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [x, y] = [this.#heap[a], this.#heap[b]];
    if (x === undefined || y === undefined) return x !== undefined;
    return x.atMs === y.atMs ? x.contract < y.contract : x.atMs < y.atMs;
  }

  #swap(a: number, b: number): void {
    const [x, y] = [this.#heap[a], this.#heap[b]];
    invariant(x !== undefined && y !== undefined, `the heap has no ${a} or no ${b}`);
    this.#heap[a] = y;
    this.#heap[b] = x;
  }
}

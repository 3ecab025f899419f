/**
 * What was once worked out about an object, kept on the object itself.
 *
 * A WeakMap would say the same, but the collector of young objects holds on to whatever a WeakMap
 * has as a value: texts and terms of requests long answered would all be carried along until the
 * next full collection. A private field goes when its object goes, is seen by nobody, and is not
 * copied with the object.
 */
export interface Memo<K extends object, V> {
  readonly get: (object: K) => V | undefined;
  readonly set: (object: K, value: V) => void;
}

export function memo<K extends object, V>(): Memo<K, V> {
  class Marked extends Given {
    #value: V;

    constructor(object: K, value: V) {
      super(object);
      this.#value = value;
    }

    static get(object: K | Marked): V | undefined {
      return #value in object ? object.#value : undefined;
    }

    static set(object: K | Marked, value: V): void {
      if (#value in object) object.#value = value;
      // A frozen object takes no field in some engines; of that one nothing is kept.
      else if (Object.isExtensible(object)) new Marked(object, value);
    }
  }
  return Marked;
}

/** Fields of a class that extends this are put on the given object: nothing new is made. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: what a constructor returns is what its heirs extend.
    return object;
  }
}

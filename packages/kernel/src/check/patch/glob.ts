/**
 * Which paths a list of patterns covers. Both are written by strangers, so matching takes time linear in
 * the path times the size of the patterns: all states of one machine are followed at once, and
 * nothing is tried twice.
 *
 * A pattern begins at the top of the tree. `*` and `?` stay within one name, `**` between slashes stands
 * for any number of directories, `[a-z]` and `[!a-z]` for one character, `{a,b}` for either; a
 * backslash takes the next character as it is. A name that begins with a dot is a name like any other. A
 * pattern that matches a directory covers everything below it.
 */
import { invariant } from "../../invariant.ts";
import { type GlobNode, parseGlob } from "./parse-glob.ts";

export type CoversPath = (path: string) => boolean;

/** Why a pattern cannot be used, or null. */
export function globProblem(pattern: string): string | null {
  const parsed = parseGlob(pattern);
  return "problem" in parsed ? parsed.problem : null;
}

/** The pattern of this path alone, and of what is below it. */
export function literalGlob(path: string): string {
  return path.replace(/[*?[\]{}\\]/g, "\\$&");
}

/** For patterns without a problem. An empty list covers nothing. */
export function coveredBy(patterns: readonly string[]): CoversPath {
  const machine = new Machine();
  for (const pattern of patterns) {
    const parsed = parseGlob(pattern);
    invariant("nodes" in parsed, "a pattern was used that has a problem");
    machine.add(parsed.nodes);
  }
  return (path) => machine.covers(path);
}

/** What one step of a state accepts. */
const NOTHING = 0;
const ONE = 1;
const NAME = 2;
const ANYTHING = 3;
const CLASS = 4;

interface State {
  readonly accepts: typeof NOTHING | typeof ONE | typeof NAME | typeof ANYTHING | typeof CLASS;
  readonly code: number;
  readonly isInClass: ((code: number) => boolean) | null;
  readonly next: number;
  /** Entered together with this one. */
  readonly beside: readonly number[];
}

const SLASH = 0x2f;
/** The one state that accepts. */
const END = 0;
const STUCK: State = { accepts: NOTHING, code: 0, isInClass: null, next: END, beside: [] };

class Machine {
  readonly #states: State[] = [STUCK];
  readonly #starts: number[] = [];

  add(nodes: readonly GlobNode[]): void {
    this.#starts.push(this.#chain(nodes, END));
  }

  covers(path: string): boolean {
    const size = this.#states.length;
    // The position at which a state was last entered: it is followed once from there.
    const entered = new Int32Array(size).fill(-1);
    let [now, then] = [new Int32Array(size), new Int32Array(size)];
    let count = 0;
    for (const start of this.#starts) count = this.#enter(start, 0, now, count, entered);
    let at = 0;
    for (const sign of path) {
      const code = sign.codePointAt(0) ?? 0;
      // What was read so far is a directory, and a pattern matches it.
      if (code === SLASH && entered[END] === at) return true;
      if (count === 0) return false;
      at += 1;
      let entering = 0;
      for (let index = 0; index < count; index += 1) {
        const state = this.#states[now[index] ?? END] ?? STUCK;
        if (accepts(state, code)) entering = this.#enter(state.next, at, then, entering, entered);
      }
      [now, then, count] = [then, now, entering];
    }
    return entered[END] === at;
  }

  /**
   * Adds a state and those beside it, and says how many there are then. Patterns are short, and so is
   * any chain of states beside each other.
   */
  #enter(state: number, at: number, into: Int32Array, count: number, entered: Int32Array): number {
    if (entered[state] === at) return count;
    entered[state] = at;
    const { accepts, beside } = this.#states[state] ?? STUCK;
    let all = count;
    if (accepts !== NOTHING) {
      into[all] = state;
      all += 1;
    }
    for (let index = 0; index < beside.length; index += 1) {
      all = this.#enter(beside[index] ?? END, at, into, all, entered);
    }
    return all;
  }

  /** The state before `nodes`, after which `next` follows. */
  #chain(nodes: readonly GlobNode[], next: number): number {
    return nodes.reduceRight((after, node) => this.#before(node, after), next);
  }

  #before(node: GlobNode, next: number): number {
    switch (node.is) {
      case "character":
        return this.#state({ accepts: ONE, code: node.code, next });
      case "class":
        return this.#state({ accepts: CLASS, isInClass: inClass(node), next });
      case "star":
        return this.#loop(NAME, next);
      case "rest":
        return this.#loop(ANYTHING, next);
      case "directories": {
        const slash = this.#state({ accepts: ONE, code: SLASH, next });
        return this.#state({ beside: [next, this.#loop(ANYTHING, slash)] });
      }
      case "either":
        return this.#state({ beside: node.options.map((option) => this.#chain(option, next)) });
    }
  }

  #state(state: Partial<State>): number {
    return this.#states.push({ ...STUCK, ...state }) - 1;
  }

  /** A state that leads to itself. */
  #loop(accepts: State["accepts"], next: number): number {
    return this.#state({ accepts, next: this.#states.length, beside: [next] });
  }
}

function accepts(state: State, code: number): boolean {
  switch (state.accepts) {
    case ONE:
      return code === state.code;
    case NAME:
      return code !== SLASH;
    case ANYTHING:
      return true;
    default:
      return state.isInClass?.(code) === true;
  }
}

function inClass({ isNegated, ranges }: Extract<GlobNode, { is: "class" }>) {
  const has = (code: number) => ranges.some(([from, to]) => from <= code && code <= to);
  return (code: number): boolean => code !== SLASH && has(code) !== isNegated;
}

/**
 * What rules ask about a machine, each question one read-only command.
 *
 * Every name in a question or an answer may be hostile. A name that no command may contain is not
 * asked about; names from answers are used only as quoted words. A file that a rule edits is first
 * looked up below the working directory, so that no message can point a fix outside of it.
 */
import { investigationProblem } from "@bazaar/kernel";
import { quoteWord } from "@bazaar/work";
import type { Ask } from "./rule.ts";
import { readTree, TREE_LOOK, type Tree, type TreeEntry, treePath } from "./tree.ts";

export class Investigator {
  readonly #look: Ask;
  readonly #lookAnywhere: Ask;

  /** `lookAnywhere`: for what is the same in every directory, where one of them may be closed. */
  constructor(look: Ask, lookAnywhere: Ask = look) {
    this.#look = look;
    this.#lookAnywhere = lookAnywhere;
  }

  /** The output of one command made of these words; null if it is not allowed. */
  async ask(...words: readonly string[]): Promise<string | null> {
    const command = words.map(quoteWord).join(" ");
    return investigationProblem(command) === null ? this.#look(command) : null;
  }

  async #tree(): Promise<Tree> {
    return readTree(await this.ask(...TREE_LOOK)) ?? new Map();
  }

  /** The entry at a path below the working directory. */
  async entry(path: string): Promise<TreeEntry | null> {
    const name = treePath(path);
    return name === null ? null : ((await this.#tree()).get(name) ?? null);
  }

  /** Paths below the working directory whose last part matches, the shallowest first. */
  async find(fits: readonly string[] | RegExp): Promise<readonly string[]> {
    const paths = [...(await this.#tree()).keys()].filter((path) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return fits instanceof RegExp ? fits.test(name) : fits.includes(name);
    });
    const depth = (path: string) => path.split("/").length;
    return paths.sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  }

  /** Names in a directory below the working directory. */
  async list(directory: string): Promise<readonly string[]> {
    const name = treePath(directory);
    if (name === null) return [];
    const start = name === "" ? "" : `${name}/`;
    return [...(await this.#tree()).keys()]
      .filter((path) => path.startsWith(start) && !path.slice(start.length).includes("/"))
      .map((path) => path.slice(start.length))
      .filter((one) => one !== "");
  }

  /** Which of these paths exist, anywhere on the machine. */
  async existing(...paths: readonly string[]): Promise<readonly string[]> {
    const operands = paths.map(asOperand);
    const found = await this.ask("find", ...operands, "-maxdepth", "0");
    const there = new Set((found ?? "").split("\n"));
    return paths.filter((path) => there.has(asOperand(path)));
  }

  /** The path below the working directory of a file that a message names, or null. */
  async locate(path: string): Promise<string | null> {
    const tree = await this.#tree();
    const parts = path.split("/").filter((part) => part !== "" && part !== ".");
    if (parts.length === 0 || parts.includes("..")) return null;
    const whole = parts.join("/");
    if (!path.startsWith("/")) {
      if (tree.has(whole)) return whole;
      const isUnseen = treePath(path) === null && (await this.existing(whole)).length === 1;
      return isUnseen ? whole : null;
    }
    // The path is absolute and the working directory is not known: the longest matching end counts.
    const ends = parts.map((_, at) => parts.slice(at).join("/"));
    return ends.find((end) => tree.has(end)) ?? null;
  }

  async read(path: string): Promise<string | null> {
    const output = await this.ask("cat", asOperand(path));
    return output === null || /^(?:\/\S{1,60}\/)?cat: /.test(output) ? null : output;
  }

  /** Which of these programs are installed, in this order. */
  async installed(programs: readonly string[]): Promise<readonly string[]> {
    const which = ["which", ...programs].map(quoteWord).join(" ");
    const isAllowed = investigationProblem(which) === null;
    const places = ((isAllowed ? await this.#lookAnywhere(which) : null) ?? "").split("\n");
    const names = new Set(places.map((place) => place.slice(place.lastIndexOf("/") + 1)));
    return programs.filter((program) => names.has(program));
  }
}

/** A path that no tool reads as a flag or a test. */
function asOperand(path: string): string {
  return /^[-!(),]/.test(path) ? `./${path}` : path;
}

/**
 * What the person shows to fixes beside a project, each time: one private file per project, named
 * after a hash of its real path. A file that is not exactly as it was written shows nothing. Changes
 * are made one at a time, so that two processes that add a path each keep both.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { holdLock } from "@bazaar/guard/hold-lock";
import { writeWhole } from "@bazaar/guard/write-whole";
import { chainJson, fields, parseJson } from "@bazaar/kernel";
import { readRecord } from "../review/read-record.ts";
import { shownList } from "./shown-list.ts";

export type Remembered =
  | { readonly ok: true; readonly paths: readonly string[] }
  /** Names the file. */
  | { readonly ok: false; readonly problem: string };

const VERSION = 1;
const MAX_PROJECT = 4_096;
const WAIT_SECONDS = 5;
const PRIVATE = 0o700;

export class RememberedShows {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** `project` is a real path. */
  of(project: string): Remembered {
    const path = this.#pathOf(project);
    const read = readRecord(path);
    if (!read.ok && read.problem === null) return { ok: true, paths: [] };
    const paths = read.ok ? parsed(read.text, project) : (read.problem ?? "");
    return typeof paths === "string"
      ? { ok: false, problem: `${path}: ${paths}; nothing in it is shown, and it can be deleted` }
      : { ok: true, paths };
  }

  /** What it remembers then; the file is as it was if there is a problem. */
  add(project: string, path: string): Promise<Remembered> {
    return this.#change(project, (paths) => [...paths.filter((each) => each !== path), path]);
  }

  remove(project: string, path: string): Promise<Remembered> {
    return this.#change(project, (paths) => paths.filter((each) => each !== path));
  }

  async #change(
    project: string,
    change: (paths: readonly string[]) => readonly string[],
  ): Promise<Remembered> {
    mkdirSync(this.#directory, { recursive: true, mode: PRIVATE });
    const held = await holdLock(this.#directory, { waitSeconds: WAIT_SECONDS });
    if (held.is === "taken") {
      return { ok: false, problem: `${this.#directory}: another fix is changing the list` };
    }
    // Without `flock` the last of two processes wins.
    await using _lock = held.is === "held" ? held.lock : null;
    const before = this.of(project);
    if (!before.ok) return before;
    const paths = change(before.paths);
    const text = chainJson({ version: BigInt(VERSION), project, paths });
    const after = parsed(text, project);
    if (typeof after === "string") return { ok: false, problem: after };
    if (paths.length === 0) rmSync(this.#pathOf(project), { force: true });
    else writeWhole(this.#pathOf(project), `${text}\n`);
    return { ok: true, paths };
  }

  #pathOf(project: string): string {
    const name = createHash("sha256").update(project).digest("hex").slice(0, 32);
    return join(this.#directory, `${name}.json`);
  }
}

/** The paths, or what is wrong. */
function parsed(text: string, project: string): readonly string[] | string {
  const json = parseJson(text, { duplicateKeys: "refuse" });
  if (!json.ok) return "it is not JSON";
  const read = fields(json.value);
  read.onlyKnown(["version", "project", "paths"]);
  read.integer("version", { min: VERSION, max: VERSION });
  const about = read.string("project", { min: 1, max: MAX_PROJECT });
  const paths = shownList(read, "paths");
  if (read.problem !== null) return `${read.problem.field}: ${read.problem.problem}`;
  return about === project ? paths : "it is about another project";
}

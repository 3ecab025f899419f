/** What terms say about a patch: where it may change files, how many, and which commands must pass. */
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { globProblem } from "./glob.ts";
import { globCost } from "./glob-cost.ts";
import { MAX_GLOB_LENGTH } from "./parse-glob.ts";
import { MAX_CHANGES, MAX_PATH_CHARACTERS } from "./patch-facts.ts";

export interface PatchCheck {
  readonly method: "patch";
  /** Patterns; without any, every path is allowed. */
  readonly allowedPaths: readonly string[];
  readonly disallowedPaths: readonly string[];
  /** Tests and whatever else decides: nothing there may change. */
  readonly protectedPaths: readonly string[];
  /** The test command, and then every verification command. */
  readonly commands: readonly string[];
  /** Which of them must fail before the patch. */
  readonly target: PatchTarget;
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export type PatchTarget = (typeof TARGETS)[number];

const TARGETS = ["test_command", "verification_commands"] as const;

/** The test command and those beside it. */
const MAX_PATCH_COMMANDS = 20;
const MAX_COMMAND = 4_000;
const MAX_GLOBS = 50;
/** Of all patterns. */
const MAX_GLOB_CHARACTERS = 1_000;
/** What is read of the evidence, but for matching. */
const STEPS_TO_READ = 500_000;
/** The largest patch that terms can allow. */
export const MAX_PATCH_BYTES = 2 ** 20;

export function readPatchCheck(read: Fields): PatchCheck {
  const check: PatchCheck = {
    method: "patch",
    allowedPaths: readGlobs(read, "allowed_paths"),
    disallowedPaths: readGlobs(read, "disallowed_paths"),
    protectedPaths: readGlobs(read, "protected_paths"),
    commands: read.array("commands", { min: 1, max: MAX_PATCH_COMMANDS }, (items, at) =>
      items.string(at, { min: 1, max: MAX_COMMAND }),
    ),
    target: read.oneOf("target", TARGETS),
    maxFiles: read.integer("max_files", { min: 1, max: MAX_CHANGES }),
    maxBytes: read.integer("max_bytes", { min: 1, max: MAX_PATCH_BYTES }),
  };
  const { allowedPaths, disallowedPaths, protectedPaths, commands, target } = check;
  const patterns = [...allowedPaths, ...disallowedPaths, ...protectedPaths];
  if (patterns.join("").length > MAX_GLOB_CHARACTERS) {
    read.fault("allowed_paths", `all patterns: more than ${MAX_GLOB_CHARACTERS} characters`);
  }
  if (target === "verification_commands" && commands.length < 2) {
    read.fault("target", "there is no verification command");
  }
  return check;
}

export function patchCheckJson(check: PatchCheck): JsonObject {
  return {
    method: check.method,
    allowed_paths: check.allowedPaths,
    disallowed_paths: check.disallowedPaths,
    protected_paths: check.protectedPaths,
    commands: check.commands,
    target: check.target,
    max_files: BigInt(check.maxFiles),
    max_bytes: BigInt(check.maxBytes),
  };
}

/** Every pattern is matched with every path. */
export function patchCost({ allowedPaths, disallowedPaths, protectedPaths }: PatchCheck): number {
  const costs = [...allowedPaths, ...disallowedPaths, ...protectedPaths].map(globCost);
  const [states, active] = [
    costs.reduce((sum, cost) => sum + cost.states, 0),
    costs.reduce((sum, cost) => sum + cost.active, 0),
  ];
  return STEPS_TO_READ + MAX_CHANGES * states + MAX_PATH_CHARACTERS * active;
}

/** The places of the commands that must fail before the patch. */
export function targetsOf({ target, commands }: PatchCheck): readonly number[] {
  const places = [...commands.keys()];
  return target === "test_command" ? places.slice(0, 1) : places.slice(1);
}

function readGlobs(read: Fields, name: string): readonly string[] {
  return read.array(name, { max: MAX_GLOBS }, (items, at) => {
    const pattern = items.string(at, { min: 1, max: MAX_GLOB_LENGTH });
    const problem = read.problem === null ? globProblem(pattern) : null;
    if (problem !== null) items.fault(at, `the pattern ${problem}`);
    return pattern;
  });
}

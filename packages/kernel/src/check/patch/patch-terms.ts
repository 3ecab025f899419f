/** What terms say about a patch: where it may change files, how many, and which commands must pass. */
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { globCost } from "./glob-cost.ts";
import { MAX_CHANGES, MAX_PATH_CHARACTERS } from "./patch-facts.ts";
import {
  protectionJson,
  readGlobs,
  readProtection,
  type TestProtection,
} from "./test-protection.ts";

export interface PatchCheck {
  readonly method: "patch";
  /** Patterns; without any, every path is allowed. */
  readonly allowedPaths: readonly string[];
  readonly disallowedPaths: readonly string[];
  /** Nothing there may change. */
  readonly protectedPaths: readonly string[];
  /** Left out where tests may change. */
  readonly protects?: TestProtection;
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
/** Of all patterns. */
const MAX_GLOB_CHARACTERS = 1_000;
/** What is read of the evidence, but for matching. */
const STEPS_TO_READ = 500_000;
/** States for which one step makes room. */
const STATES_A_STEP = 4;
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
  const protects = read.optional("protects", (name) => readProtection(read.object(name)));
  const { allowedPaths, disallowedPaths, protectedPaths, commands, target } = check;
  const patterns = [...allowedPaths, ...disallowedPaths, ...protectedPaths];
  if (patterns.join("").length > MAX_GLOB_CHARACTERS) {
    read.fault("allowed_paths", `all patterns: more than ${MAX_GLOB_CHARACTERS} characters`);
  }
  if (target === "verification_commands" && commands.length < 2) {
    read.fault("target", "there is no verification command");
  }
  return protects === null ? check : { ...check, protects };
}

export function patchCheckJson(check: PatchCheck): JsonObject {
  return {
    method: check.method,
    allowed_paths: check.allowedPaths,
    disallowed_paths: check.disallowedPaths,
    protected_paths: check.protectedPaths,
    ...(check.protects === undefined ? {} : { protects: protectionJson(check.protects) }),
    commands: check.commands,
    target: check.target,
    max_files: BigInt(check.maxFiles),
    max_bytes: BigInt(check.maxBytes),
  };
}

/** Every pattern is matched with every path. */
export function patchCost(check: PatchCheck): number {
  const { allowedPaths, disallowedPaths, protectedPaths, protects } = check;
  const tests = protects === undefined ? [] : Object.values(protects).flat();
  const patterns = [...allowedPaths, ...disallowedPaths, ...protectedPaths, ...tests];
  const costs = patterns.map(globCost);
  const [states, active] = [
    costs.reduce((sum, cost) => sum + cost.states, 0),
    costs.reduce((sum, cost) => sum + cost.active, 0),
  ];
  return STEPS_TO_READ + (MAX_CHANGES * states) / STATES_A_STEP + MAX_PATH_CHARACTERS * active;
}

/** The places of the commands that must fail before the patch. */
export function targetsOf({ target, commands }: PatchCheck): readonly number[] {
  const places = [...commands.keys()];
  return target === "test_command" ? places.slice(0, 1) : places.slice(1);
}

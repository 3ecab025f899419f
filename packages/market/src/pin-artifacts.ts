/**
 * Artifacts that a contract cannot do without: the bundle of a job's repository, the payload of a result.
 * They are pinned when they are first named, so that they are stored for as long as the contract is
 * open, and what names one that is not stored is refused. Otherwise a check could not be run
 * again, and whoever left it out would gain from that.
 */
import {
  type Act,
  artifactHash,
  type ContractId,
  isJsonArray,
  isJsonObject,
  type Json,
  parseJson,
  type Refused,
  refuse,
  type Terms,
} from "@bazaar/kernel";
import type { Needs } from "./needs.ts";

/** Of one act. */
const MAX_NAMED_ARTIFACTS = 16;

/** What fields that name artifacts are called; the text in them, or in their list, is the name. */
const NAMING = /(?:^|_)(?:bundle|artifacts?)$/;

/** Null: all that the act names are stored, and now pinned. Before the act is stored. */
export async function pinArtifacts(
  { store }: Pick<Needs, "store">,
  contract: ContractId,
  terms: Terms,
  act: Act,
): Promise<Refused | null> {
  const named = namedArtifacts(namingPart(terms, act));
  if (named.size > MAX_NAMED_ARTIFACTS) {
    return refused(act, `${named.size} artifacts`, `expected at most ${MAX_NAMED_ARTIFACTS}`);
  }
  for (const hash of named) {
    // A pin for a contract that is never stored keeps nothing.
    if (await store.artifacts.pin(hash, contract)) continue;
    return refused(act, `sha256:${hash}`, "this artifact is not stored here; upload it first");
  }
  return null;
}

/** The part of an act that may name artifacts; null: none may. */
function namingPart({ work }: Terms, { type, data }: Act): Json {
  if (work.spec.schema_id === undefined) return null;
  if (type === "post") return work.spec;
  if (type !== "fix" || typeof data.fix !== "string") return null;
  const result = parseJson(data.fix);
  return result.ok ? result.value : null;
}

/** Their hashes, each once. Acts are of bounded depth, and so are results. */
function namedArtifacts(json: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (value: Json, isNaming: boolean): void => {
    const hash = isNaming ? artifactHash(value) : null;
    if (hash !== null) found.add(hash);
    if (isJsonArray(value)) for (const item of value) look(item, isNaming);
    else if (isJsonObject(value)) {
      for (const [name, item] of Object.entries(value)) look(item, NAMING.test(name));
    }
  };
  look(json, false);
  return found;
}

function refused({ type }: Act, value: string, because: string): Refused {
  if (type === "post") return refuse({ code: "unsupported_terms", dial: "work", value, because });
  return refuse({ code: "malformed_act", act: type, field: value, problem: because });
}

/** The script that a shell could not start. */
import { firstMatch, type View } from "../view.ts";

const SAID =
  /^(?:[^:\s]{1,80}: ){1,2}(?:line \d{1,6}: |\d{1,6}: )?((?:\.{0,2}\/)?[^:'\s]{1,250}): (?:cannot execute: required file not found|.{1,120}: bad interpreter: No such file or directory|not found)$/;
const ENV_SAID =
  /^(?:\/usr\/bin\/)?env: ['‘]([\w.+-]{1,60}(?:\\r|\\u\{d\})?)['’]: No such file or directory$/;

export interface UnstartedScript {
  readonly path: string;
  /** What `env` did not find, if the script uses it. */
  readonly interpreter: string | null;
}

export function unstartedScript(view: View): UnstartedScript | null {
  const path = firstMatch(view, SAID)?.[1];
  if (path?.includes("/")) return { path, interpreter: null };
  const interpreter = firstMatch(view, ENV_SAID)?.[1];
  if (interpreter === undefined) return null;
  const call = view.calls.find((one) => one.program.value?.includes("/"));
  return call?.program.value == null ? null : { path: call.program.value, interpreter };
}

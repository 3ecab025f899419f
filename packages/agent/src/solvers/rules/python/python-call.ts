/** A call of Python in the command. */
import type { Call } from "../shell-words.ts";
import { programName, type View } from "../view.ts";

export function pythonCall(view: View): Call | null {
  return (
    view.calls.find((call) => /^python(?:[23](?:\.\d{1,2})?)?$/.test(programName(call))) ?? null
  );
}

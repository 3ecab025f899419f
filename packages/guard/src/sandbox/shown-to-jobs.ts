import { isBelow } from "../jail/masks.ts";
import { type ShowAround, type Showable, showable } from "../view/showable.ts";
import { INSIDE } from "./open-with-files.ts";

/** What `openWithFiles` may show because somebody asked for it: it has files of its own, too. */
export function shownToJobs(path: string, around: ShowAround): Showable {
  const found = showable(path, around);
  if (!found.ok || !isBelow(found.path, INSIDE.home)) return found;
  return { ok: false, problem: "a job has its own files there" };
}

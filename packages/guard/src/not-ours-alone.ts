/**
 * Whether somebody else could have written in the state directory. Its journals are carried out
 * as they stand: whoever writes one moves any file that this user may move.
 */
import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

const OTHERS_WRITE = 0o022;
const EVERYBODY_WRITES = 0o002;
const STICKY = 0o1000;
const ROOT = 0;

/** The directory that is somebody else's as well, or null. */
export function notOursAlone(stateDirectory: string): string | null {
  const own = process.geteuid?.();
  const real = realpathSync(stateDirectory);
  const { uid, mode } = statSync(real);
  if (uid !== own || (mode & OTHERS_WRITE) !== 0) return real;
  for (let above = dirname(real); ; above = dirname(above)) {
    const parent = statSync(above);
    const isTrusted = parent.uid === ROOT || parent.uid === own;
    const isOpen = (parent.mode & EVERYBODY_WRITES) !== 0 && (parent.mode & STICKY) === 0;
    if (!isTrusted || isOpen) return above;
    if (above === dirname(above)) return null;
  }
}

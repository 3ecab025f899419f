import { accessSync, constants } from "node:fs";
import { errorCode } from "../error-code.ts";

const MODES = { read: constants.R_OK, write: constants.W_OK, enter: constants.X_OK } as const;

/** Whether this user may do all of it, whatever the reason if not. */
export function mayAccess(path: string, ...wanted: readonly (keyof typeof MODES)[]): boolean {
  try {
    accessSync(
      path,
      wanted.reduce((mode, each) => mode | MODES[each], constants.F_OK),
    );
    return true;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return false;
  }
}

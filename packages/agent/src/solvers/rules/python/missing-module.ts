/** Which module Python did not find, by the first part of its name. */
import { firstMatch, type View } from "../view.ts";

interface MissingModule {
  readonly module: string;
  /** Whether Python did find the package, and not what is asked for in it. */
  readonly isPartOnly: boolean;
}

export function missingModule(view: View): MissingModule | null {
  const said = firstMatch(
    view,
    /(?:^ModuleNotFoundError|^ImportError|^\S{1,200}python[\d.]{0,5}|^E\s+ModuleNotFoundError): No module named '?([A-Za-z_]\w{0,60})([\w.]{0,100})'?/,
  );
  const [, module, rest = ""] = said ?? [];
  return module === undefined ? null : { module, isPartOnly: rest.includes(".") };
}

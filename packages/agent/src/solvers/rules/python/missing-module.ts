/** The module that Python did not find. */
import { firstMatch, hasLine, type View } from "../view.ts";

interface MissingModule {
  readonly module: string;
  /** Whether Python found the package but not the submodule. */
  readonly isPartOnly: boolean;
}

export function missingModule(view: View): MissingModule | null {
  // The program met it and went on; what it failed with is another exception.
  const isHandled = hasLine(view, /^During handling of the above exception, another exception/);
  if (isHandled && !/^(?:ModuleNotFound|Import)Error: /.test(lastException(view))) return null;
  const said = firstMatch(
    view,
    /(?:^ModuleNotFoundError|^ImportError|^\S{1,200}python[\d.]{0,5}|^E\s+ModuleNotFoundError): No module named '?([A-Za-z_]\w{0,60})([\w.]{0,100})(?![\w/-])'?/,
  );
  const [, module, rest = ""] = said ?? [];
  return module === undefined ? null : { module, isPartOnly: rest.includes(".") };
}

function lastException({ lines }: View): string {
  return lines.findLast((line) => /^[A-Za-z_][\w.]{2,100}: /.test(line)) ?? "";
}

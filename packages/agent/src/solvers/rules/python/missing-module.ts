/** Which module Python did not find. */
import { firstMatch, type View } from "../view.ts";

export function missingModule(view: View): { readonly module: string } | null {
  const said = firstMatch(
    view,
    /(?:^ModuleNotFoundError|^ImportError|^\S{1,200}python[\d.]{0,5}|^E\s+ModuleNotFoundError): No module named '?([A-Za-z_]\w{0,60})[\w.]{0,100}'?/,
  );
  const module = said?.[1];
  return module === undefined ? null : { module };
}

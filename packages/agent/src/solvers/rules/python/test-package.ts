import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

export const testPackage = rule({
  name: "test-package",
  title: "A test directory is not a package",
  sees(view) {
    const path = firstMatch(
      view,
      /^ImportError: Start directory is not importable: ['"]([^'"]{1,250})['"]$/,
    )?.[1];
    return path === undefined ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const directory = await ask.locate(path);
    if (directory === null) return null;
    return {
      shell: `touch ${quotedPath(`${directory}/__init__.py`)}`,
      explanation: `unittest imports ${directory} as a package, which needs an __init__.py.`,
    };
  },
});

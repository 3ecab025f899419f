import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch, wordOf } from "../view.ts";

/** `unittest tests/test_a`: neither a module nor a file. */
export const testPath = rule({
  name: "unittest-path",
  title: "A test is given by a path without its ending",
  sees(view) {
    const path = firstMatch(view, /^ModuleNotFoundError: No module named '([\w./-]{1,200})'$/)?.[1];
    const isAsked = view.calls.some(({ operands }) =>
      operands.some(({ raw }) => raw === "unittest"),
    );
    const word = path === undefined ? null : wordOf(view, path);
    return !isAsked || word === null || !path?.includes("/") ? null : { word, path };
  },
  async repair({ word, path }, view, ask) {
    const file = `${path}.py`;
    if ((await ask.entry(file)) === null) return null;
    return corrected(
      replaceWord(view, word, quotedPath(file)),
      `unittest takes a module or a file: ${file}, not ${path}.`,
    );
  },
});

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

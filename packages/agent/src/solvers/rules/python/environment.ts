/** Virtual environments and tools of Python that are not there. */

import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import type { Investigator } from "../investigator.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { sourceText } from "../source/source-text.ts";
import { firstMatch, hasLine } from "../view.ts";
import { pythonCall } from "./python-call.ts";

const MISSING =
  /(?:^|: )((?:\.\/)?(?:[\w.-]{1,60}\/){0,3}?)([\w.-]{1,60})\/(bin|Scripts)\/(activate(?:\.\w{2,5})?|python[\d.]{0,5}|pip[\d.]{0,5}|[a-z][\w-]{1,30}): No such file or directory$/;
const VENV = /^\.?v?env\d?$|venv|virtualenv/;
const TOOLS: Readonly<Record<string, string>> = {
  pytest: "pytest",
  "py.test": "pytest",
  flask: "flask",
  "django-admin": "django",
  uvicorn: "uvicorn",
  gunicorn: "gunicorn",
  black: "black",
  ruff: "ruff",
  mypy: "mypy",
  flake8: "flake8",
  pylint: "pylint",
  isort: "isort",
  tox: "tox",
  nox: "nox",
  celery: "celery",
  alembic: "alembic",
  jupyter: "jupyter",
  ipython: "ipython",
  poetry: "poetry",
  pipenv: "pipenv",
  twine: "twine",
  "pre-commit": "pre-commit",
  coverage: "coverage",
  "sphinx-build": "sphinx",
  mkdocs: "mkdocs",
  scrapy: "scrapy",
  streamlit: "streamlit",
  hatch: "hatch",
};

/** How the packages of the project get into an environment. */
async function installation(place: string, ask: Investigator): Promise<string> {
  const files = await ask.find(["requirements.txt", "pyproject.toml", "setup.py"]);
  if (files.includes("requirements.txt")) return `${place}/bin/pip install -r requirements.txt`;
  return files.length > 0
    ? `${place}/bin/pip install -e .`
    : `${place}/bin/pip install what the program needs`;
}

/** A directory with an environment in it, other than the one that was named. */
async function otherVenv(ask: Investigator, named: string): Promise<string | null> {
  // A look that names .env is refused as a whole: that is where secrets are.
  const places = [".venv", "venv", "env"].filter((place) => place !== named);
  const found = await ask.existing(...places.map((place) => `${place}/bin/activate`));
  return found[0]?.replace(/\/bin\/activate$/, "") ?? null;
}

export const pythonEnvironment: readonly Rule[] = [
  rule({
    name: "python-venv-missing",
    title: "There is no virtual environment",
    sees(view) {
      const [, above = "", name = "", folder, what = ""] = firstMatch(view, MISSING) ?? [];
      return name === "" || !VENV.test(name) ? null : { place: `${above}${name}`, folder, what };
    },
    async repair({ place, folder, what }, _view, ask) {
      const [there] = await ask.existing(`${place}/bin/python`, `${place}/pyvenv.cfg`);
      if (folder === "Scripts" && there !== undefined) {
        return advice(`Scripts is the Windows name; here it is: source ${place}/bin/activate`);
      }
      if (there !== undefined) {
        return what.startsWith("activate")
          ? null
          : advice(`${what} is not installed in ${place}: ${place}/bin/pip install ${what}`);
      }
      const other = await otherVenv(ask, place);
      if (other !== null)
        return advice(
          `There is no ${place}; the virtual environment is ${other}: source ${other}/bin/activate`,
        );
      return advice(
        `There is no virtual environment ${place} here yet. Create it: python3 -m venv ${place}, then ${await installation(place, ask)}, then source ${place}/bin/activate`,
      );
    },
  }),
  rule({
    name: "python-activate",
    title: "A virtual environment is activated like a program",
    sees(view) {
      const path = firstMatch(
        view,
        /(?:^|: )((?:[\w./-]{1,100}\/)?bin\/activate(?:\.\w{2,5})?): (?:Permission denied|cannot execute)/,
      )?.[1];
      return path === undefined ? null : { path };
    },
    repair: ({ path }) =>
      advice(`${path} changes the current shell, so it is not run but sourced: source ${path}`),
  }),
  rule({
    name: "python-without-python",
    title: "A Python file is started as if it were a shell script",
    sees(view) {
      const path = firstMatch(
        view,
        /(?:^|: )((?:[\w.-]{1,60}\/){0,5}[\w.-]{1,60}\.py): (?:Permission denied|line \d{1,6}: (?:syntax error|from: command not found|import: command not found))/,
      )?.[1];
      const call = view.calls.find(({ program }) => program.value === path);
      return path === undefined || call === undefined ? null : { path, word: call.program };
    },
    async repair({ path, word }, view, ask) {
      const first = (await sourceText(path, ask))?.lines[0];
      if (first === undefined || first.startsWith("#!")) return null;
      return corrected(
        replaceWord(view, word, `python3 ${quotedPath(path)}`),
        `${path} does not say that Python runs it (no #! line), so the command must.`,
      );
    },
  }),
  rule({
    name: "python-quoted-code",
    title: "The shell took the quotes out of Python code",
    sees(view) {
      const code = pythonCall(view)?.operands.find(({ value }) => value === "-c");
      const isShort = hasLine(view, /^\s*File "<string>", line 1/);
      const name = firstMatch(view, /^NameError: name '(\w{1,60})' is not defined/)?.[1];
      const isQuoted = name !== undefined && new RegExp(`["']${name}["']`).test(view.command);
      return code !== undefined && isShort && isQuoted ? { name } : null;
    },
    repair: ({ name }) =>
      advice(
        `The shell removes the quotes around ${name}, because they are of the same kind as those around the code. Use the other kind inside: python3 -c 'print("${name}")'.`,
      ),
  }),
  rule({
    name: "python-tool-missing",
    title: "A tool of Python is not installed",
    sees(view) {
      const name = firstMatch(
        view,
        /(?:^|: )([a-z][\w.-]{1,30}): (?:command )?not found$/,
        /^(?:zsh: )?command not found: ([a-z][\w.-]{1,30})$/,
      )?.[1];
      const tool = entryOf(TOOLS, name ?? "");
      return name === undefined || tool === undefined ? null : { name, tool };
    },
    async repair({ name, tool }, _view, ask) {
      const venv = await otherVenv(ask, "");
      if (venv !== null) {
        const [own] = await ask.existing(`${venv}/bin/${name}`);
        return own === undefined
          ? advice(
              `${name} is not installed in ${venv}: ${venv}/bin/pip install ${tool}, then run it as ${venv}/bin/${name}.`,
            )
          : advice(
              `${name} is in the virtual environment ${venv}, which is not active: source ${venv}/bin/activate, or run ${own}.`,
            );
      }
      return advice(
        `${name} is not installed. In a virtual environment: python3 -m venv .venv, then .venv/bin/pip install ${tool}, then run it as .venv/bin/${name}.`,
      );
    },
  }),
];

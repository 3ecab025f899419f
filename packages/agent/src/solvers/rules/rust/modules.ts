/** Modules, crates and the main function that a Rust program lacks. */
import { nearest } from "../nearest.ts";
import { POPULAR } from "../packages/popular-names.ts";
import { quotedPath } from "../quote.ts";
import { type Answer, advice, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { nearName } from "../source/slips.ts";
import { rewrite, sourceText, withLine, withLineBefore } from "../source/source-text.ts";
import { callOf, type View } from "../view.ts";
import { errorsIn } from "./report.ts";

interface At {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

const MISSING_FILE = /^file not found for module `([A-Za-z_]\w{0,60})`$/;
const UNDECLARED = [
  /^failed to resolve: use of undeclared crate or module `([A-Za-z_]\w{0,60})`$/,
  /^failed to resolve: use of unresolved module or unlinked crate `([A-Za-z_]\w{0,60})`$/,
  /^cannot find module or crate `([A-Za-z_]\w{0,60})` in this scope$/,
  /^unresolved import `(?:crate::)?([A-Za-z_]\w{0,60})(?:::[\w:]{1,120})?`$/,
  /^can't find crate for `([A-Za-z_]\w{0,60})`$/,
];
/** They are always there: what is missing is inside. */
const BUILT_IN = ["std", "core", "alloc", "crate", "self", "super", "proc_macro", "test"];

function reported(view: View, ...patterns: readonly RegExp[]): At | null {
  for (const { path, line, message } of errorsIn(view)) {
    const name = patterns.flatMap((pattern) => pattern.exec(message)?.[1] ?? [])[0];
    if (name !== undefined) return { path, line, name };
  }
  return null;
}

/** Underscores and dashes are the same in the name of a crate. */
const crateName = (name: string): string | undefined =>
  POPULAR.crates.find((known) => known.replaceAll("-", "_") === name);

export const rustModules: readonly Rule[] = [
  rule({
    name: "rust-module-file",
    title: "The file of a Rust module is missing",
    sees: (view) => reported(view, MISSING_FILE),
    async repair({ path, line, name }, _view, ask): Promise<Answer | null> {
      const source = await sourceText(path, ask);
      if (source === null) return null;
      const folder = source.path.slice(0, source.path.lastIndexOf("/") + 1);
      const files = (await ask.list(folder)).filter((file) => /^\w+\.rs$/.test(file));
      const near = nearest(
        name,
        files.map((file) => file.slice(0, -".rs".length)),
      );
      const isUsed = (word: string) => source.lines.some((text) => text.includes(`${word}::`));
      const wanted = `${folder}${name}.rs`;
      if (near === null) {
        return advice(
          `Line ${line} of ${source.path} says mod ${name};, but there is no ${wanted} and no ${folder}${name}/mod.rs. Create the file, or remove the line.`,
        );
      }
      if (isUsed(near) && !isUsed(name)) {
        const text = (source.lines[line - 1] ?? "").replace(name, () => near);
        const shell = rewrite(source, withLine(source.lines, line, text));
        const explanation = `Line ${line} of ${source.path}: there is no module ${name}; the closest is ${near}.`;
        return shell === null ? null : { shell, explanation };
      }
      return {
        shell: `mv -n ${quotedPath(`${folder}${near}.rs`)} ${quotedPath(wanted)}`,
        explanation: `The module ${name} must be in ${wanted}; this renames ${folder}${near}.rs.`,
      };
    },
  }),
  rule({
    name: "rust-module-undeclared",
    title: "A file is no module of the Rust program",
    sees(view) {
      const at = reported(view, ...UNDECLARED);
      return at === null || BUILT_IN.includes(at.name) ? null : at;
    },
    async repair({ path, name }, _view, ask) {
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      const found = await ask.existing(`${folder}${name}.rs`, `${folder}${name}/mod.rs`);
      const roots = await ask.existing(`${folder}main.rs`, `${folder}lib.rs`);
      const [root] = roots;
      const [file] = found;
      if (root === undefined || roots.length !== 1 || file === undefined) return null;
      const source = await sourceText(root, ask);
      if (
        source === null ||
        source.lines.some((text) => /^(?:pub )?mod /.test(text) && text.includes(name))
      )
        return null;
      const first = source.lines.findIndex((text) => !/^(?:\/\/|#!|\s*$)/.test(text)) + 1;
      const shell = rewrite(
        source,
        withLineBefore(source.lines, Math.max(first, 1), `mod ${name};`),
      );
      const explanation = `${file} is not part of the program: ${source.path} must say mod ${name};`;
      return shell === null ? null : { shell, explanation };
    },
  }),
  rule({
    name: "rust-crate",
    title: "A Rust program uses a crate that it does not list",
    sees(view) {
      const at = reported(view, ...UNDECLARED);
      if (at === null || BUILT_IN.includes(at.name) || !/^[a-z]/.test(at.name)) return null;
      return { ...at, isCargo: callOf(view, "cargo") !== null };
    },
    async repair({ path, line, name, isCargo }, _view, ask) {
      const own = await ask.find([`${name}.rs`, name]);
      const known = crateName(name);
      if (own.length > 0) return null;
      const place = `Line ${line} of ${path} uses ${name}`;
      if (!isCargo) {
        return advice(
          `${place}, which rustc does not know. If it is a crate, make a cargo project (cargo init), add it with cargo add ${known ?? name}, and use cargo run.`,
        );
      }
      if (known === undefined) {
        return advice(
          `${place}, which is no module of this program and no crate in Cargo.toml. If it is a crate, check its name on crates.io, then cargo add it; if it is a module of your own, it needs a mod line.`,
        );
      }
      return unproved(
        `cargo add ${known}`,
        NEEDS_NETWORK,
        `${place}, which Cargo.toml does not list; cargo add ${known} adds it.`,
      );
    },
  }),
  rule({
    name: "rust-main",
    title: "A Rust program has no main function",
    sees(view) {
      const report = errorsIn(view).find(({ code }) => code === "E0601");
      return report === undefined ? null : { path: report.path };
    },
    async repair({ path }, _view, ask): Promise<Answer | null> {
      const source = await sourceText(path, ask);
      if (source === null) return null;
      const found = source.lines.flatMap((text, at) => {
        const name = /^(?:pub )?(?:async )?fn (\w{1,60})\(\)/.exec(text)?.[1];
        return name !== undefined && nearName(name, ["main"]) === "main"
          ? [{ name, at, text }]
          : [];
      });
      const [near] = found;
      if (near !== undefined && found.length === 1) {
        const text = near.text.replace(near.name, "main");
        const shell = rewrite(source, withLine(source.lines, near.at + 1, text));
        const explanation = `Line ${near.at + 1} of ${source.path}: a program starts in main; ${near.name} is close.`;
        return shell === null ? null : { shell, explanation };
      }
      return advice(
        `${source.path} has no main function, where a program starts: add fn main() { … }, or build it as a library.`,
      );
    },
  }),
];

/** What cargo refuses in a Cargo.toml. */
import { nearest } from "../nearest.ts";
import { type Answer, advice, type Rule, rule } from "../rule.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { firstMatch, hasLine, type View } from "../view.ts";

const FAILED = /^error: failed to parse manifest at `([^`\n]{1,300}Cargo\.toml)`$/;
const PLACE = /^\s*--> ([^\s:]{0,300}Cargo\.toml)(?::\d{1,7}:\d{1,5})?$/;
const KEYS =
  "name version edition authors description license repository readme keywords categories homepage documentation build publish include exclude default-run rust-version autobins workspace".split(
    " ",
  );

/** The manifest that cargo names. */
function manifest(view: View): string | null {
  return firstMatch(view, FAILED, PLACE)?.[1] ?? null;
}

interface ManifestSlip {
  readonly name: string;
  readonly title: string;
  readonly says: RegExp;
  /** The line as it should be, or null. */
  readonly mend: (text: string, said: RegExpExecArray) => string | null;
  readonly because: (said: RegExpExecArray, place: string) => string;
}

const SLIPS: readonly ManifestSlip[] = [
  {
    name: "cargo-edition",
    title: "Cargo knows no such edition",
    says: /(?:older than the `(?<old>\d{4})` edition|but `(?<unknown>[^`]{1,20})` is unknown$)/,
    mend(text, { groups }) {
      const value = groups?.old ?? groups?.unknown ?? "";
      // There is no edition of these years; a later one needs a later cargo.
      const isNone = /^(?:2016|2017|2019|2020|2022|2023)$/.test(value);
      const fits = Number(value) < 2018 ? "2015" : Number(value) < 2021 ? "2018" : "2021";
      return isNone && /^\s*edition\s*=/.test(text) ? text.replace(value, fits) : null;
    },
    because: ({ groups }) => {
      const value = groups?.old ?? groups?.unknown;
      return value === "2024"
        ? 'This cargo is too old for edition 2024, which needs Rust 1.85: update it (rustup update), or set edition = "2021" in Cargo.toml.'
        : `There is no Rust edition ${value}: editions are 2015, 2018, 2021 and 2024.`;
    },
  },
  {
    name: "cargo-version",
    title: "A version of a package has too few numbers",
    says: /unexpected end of input while parsing (?:major|minor|patch) version number/,
    mend(text) {
      const [, start, value = "", end] =
        /^(\s*version\s*=\s*")(\d+(?:\.\d+)?)(".*)$/.exec(text) ?? [];
      return start === undefined
        ? null
        : `${start}${value}${".0".repeat(3 - value.split(".").length)}${end}`;
    },
    because: (_said, place) =>
      `${place}: the version of a package has three numbers, such as 0.1.0.`,
  },
  {
    name: "cargo-key",
    title: "A key of Cargo.toml is misspelt",
    says: /^\s*missing field `(?:package\.)?(\w{1,30})`/,
    mend(text, [, field = ""]) {
      const key = /^\s*([\w-]{2,30})\s*=/.exec(text)?.[1];
      if (key === undefined || KEYS.includes(key)) return null;
      return nearest(key, [field]) === field ? text.replace(key, field) : null;
    },
    because: ([, field]) => `The [package] section of Cargo.toml needs ${field}.`,
  },
];

export const cargoManifest: readonly Rule[] = [
  ...SLIPS.map(({ name, title, says, mend, because }) =>
    rule({
      name,
      title,
      sees(view) {
        const path = manifest(view);
        const said = firstMatch(view, says);
        return path === null || said === null ? null : { path, said };
      },
      async repair({ path, said }, _view, ask): Promise<Answer | null> {
        const source = await sourceText(path, ask);
        if (source === null) return null;
        const found = source.lines.flatMap((text, at) => {
          const now = mend(text, said);
          return now === null || now === text ? [] : [{ line: at + 1, now }];
        });
        const [first] = found;
        if (first === undefined || found.length !== 1) {
          return advice(because(said, source.path));
        }
        const shell = rewrite(source, withLine(source.lines, first.line, first.now));
        if (shell === null) return null;
        const explanation = because(said, `Line ${first.line} of ${source.path}`);
        return { shell, explanation: `${explanation} Now: ${first.now.trim()}` };
      },
    }),
  ),
  rule({
    name: "cargo-no-edition",
    title: "A Rust program needs a later edition",
    sees(view) {
      const edition = firstMatch(view, /= help: set `edition = "(\d{4})"` in `Cargo\.toml`$/)?.[1];
      return edition === undefined ? null : { edition };
    },
    async repair(_facts, _view, ask): Promise<Answer | null> {
      const source = await sourceText("Cargo.toml", ask);
      const at = source?.lines.findIndex((text) => text.trim() === "[package]") ?? -1;
      if (source === null || at === -1 || source.lines.some((text) => /^edition\b/.test(text))) {
        return null;
      }
      const now = withLine(source.lines, at + 1, `${source.lines[at]}\nedition = "2021"`);
      const shell = rewrite(source, now);
      const explanation = `${source.path} names no edition, so this is Rust 2015, which lacks async and more; this sets edition = "2021".`;
      return shell === null ? null : { shell, explanation };
    },
  }),
  rule({
    name: "cargo-source-path",
    title: "Cargo.toml names a file that does not exist",
    sees(view) {
      const wanted = firstMatch(
        view,
        /^error: couldn't read `?([\w./-]{1,250}\.rs)`?: No such file/,
        /^\s*(?:error: )?can't find `?\w{1,20}`? (?:bin |`)?`?[\w-]{1,60}`? (?:bin )?at path `([^`\n]{1,300}\.rs)`/,
        /^error: can't find \w{1,20} `[\w-]{1,60}` at path `([^`\n]{1,300}\.rs)`/,
      )?.[1];
      return wanted === undefined ? null : { wanted };
    },
    async repair({ wanted }, _view, ask): Promise<Answer | null> {
      const source = await sourceText("Cargo.toml", ask);
      if (source === null) return null;
      const paths = source.lines.flatMap((text, at) => {
        const path = /^\s*path\s*=\s*"([^"]{1,200}\.rs)"/.exec(text)?.[1];
        return path !== undefined && wanted.endsWith(path) ? [{ path, at, text }] : [];
      });
      const [named] = paths;
      if (named === undefined || paths.length !== 1) return null;
      const near = nearest(named.path, await ask.find(/\.rs$/));
      const said = `Line ${named.at + 1} of ${source.path} names ${named.path}, which does not exist`;
      if (near === null) return advice(`${said}.`);
      const text = named.text.replace(named.path, () => near);
      const shell = rewrite(source, withLine(source.lines, named.at + 1, text));
      return shell === null ? null : { shell, explanation: `${said}; the closest is ${near}.` };
    },
  }),
  rule({
    name: "cargo-path-of",
    title: "A workspace member or a path dependency is not where Cargo.toml says",
    sees(view) {
      const wanted = firstMatch(view, /^\s*failed to read `([^`\n]{1,300})\/Cargo\.toml`$/)?.[1];
      return wanted === undefined || !hasLine(view, /No such file or directory/)
        ? null
        : { wanted };
    },
    async repair({ wanted }, _view, ask): Promise<Answer | null> {
      const source = await sourceText("Cargo.toml", ask);
      const folders = (await ask.find(["Cargo.toml"])).flatMap((path) =>
        path.includes("/") ? [path.slice(0, path.lastIndexOf("/"))] : [],
      );
      const last = wanted.slice(wanted.lastIndexOf("/") + 1);
      if (source === null) return null;
      const same = folders.filter((folder) => folder.slice(folder.lastIndexOf("/") + 1) === last);
      const meant = same.length === 1 ? same[0] : nearest(last, folders);
      const named = source.lines.flatMap((text, at) => {
        const quoted = [...text.matchAll(/"([^"]{1,200})"/g)].map(([, value = ""]) => value);
        const value = quoted.find((one) => one === last || one.endsWith(`/${last}`));
        return value === undefined ? [] : [{ text, at, value }];
      });
      const [first] = named;
      if (meant == null || first === undefined || named.length !== 1) {
        return first === undefined
          ? null
          : advice(
              `Line ${first.at + 1} of ${source.path} names ${first.value}, but there is no Cargo.toml in it. Correct the path.`,
            );
      }
      const text = first.text.replace(`"${first.value}"`, () => `"${meant}"`);
      const shell = rewrite(source, withLine(source.lines, first.at + 1, text));
      const explanation = `Line ${first.at + 1} of ${source.path} names ${first.value}, which has no Cargo.toml; ${meant} has one.`;
      return shell === null ? null : { shell, explanation };
    },
  }),
];

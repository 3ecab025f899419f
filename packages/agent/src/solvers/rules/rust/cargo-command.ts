/** What the cargo command itself refuses: targets, packages, features. */
import { quoteWord } from "@bazaar/work";
import { appendTo } from "../edit-command.ts";
import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";
import { named } from "../named.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const isCargo = (view: Parameters<typeof callOf>[0]): boolean => callOf(view, "cargo") !== null;

export const cargoCommand: readonly Rule[] = [
  mistyped({
    name: "cargo-feature",
    kind: "feature",
    finds: wordOfCommand({
      says: [
        /^error: none of the selected packages contains these features: ([\w-]{1,60}), did you mean: ([\w-]{1,60})\?$/,
        /^error: the package '[\w-]{1,60}' does not contain this feature: ([\w-]{1,60})$/,
      ],
      suggests: /^help: there is a similarly named feature: ([\w-]{1,60})$/,
      word: operandOf("cargo"),
    }),
  }),
  mistyped({
    name: "cargo-package",
    kind: "package",
    finds: wordOfCommand({
      says: /^error: package ID specification `([\w-]{1,60})` did not match any packages$/,
      suggests:
        /^(?:\s*Did you mean|help: a package with a similar name exists:) `([\w-]{1,60})`\??$/,
      word: operandOf("cargo"),
    }),
  }),
  rule({
    name: "cargo-required-features",
    title: "A cargo target needs a feature",
    sees(view) {
      const call = callOf(view, "cargo");
      const listed = firstMatch(
        view,
        /^error: target `[\w-]{1,60}` in package `[\w-]{1,60}` requires the features: ((?:`[\w-]{1,60}`(?:, )?){1,10})$/,
      )?.[1];
      const isGiven = call?.operands.some(({ value }) => value === "--" || value === "--features");
      return call === null || listed === undefined || isGiven === true ? null : { call, listed };
    },
    repair({ call, listed }, view) {
      const features = listed.replaceAll(/[` ]/g, "");
      return corrected(
        appendTo(view, call, `--features ${quoteWord(features)}`),
        `The target is built only with the features ${features}.`,
      );
    },
  }),
  named({
    name: "cargo-named",
    title: "cargo cannot do what it was asked",
    isAbout: isCargo,
    cases: [
      {
        says: /^available binaries: ([\w, -]{1,300})$/,
        tells: ([, names = ""]) =>
          `The package has several programs: ${names}. Choose one: cargo run --bin ${names.split(",")[0]?.trim()}. default-run in Cargo.toml sets it for good.`,
      },
      {
        says: /^error: (?:none of the selected packages contains these features: ([\w, -]{1,100})|the package '[\w-]{1,60}' does not contain th(?:is|ese) features?: ([\w, -]{1,100}))$/,
        tells: ([, one, other]) =>
          `Cargo.toml has no feature ${one ?? other}: the [features] section lists those there are, and a new one is added there.`,
      },
      {
        says: /^error: a bin target must be available for `cargo run`$/,
        tells: () =>
          "This package is a library and has no program to run: add src/main.rs, or run its tests with cargo test.",
      },
      {
        says: /^\s*no targets specified in the manifest$/,
        async tells(_said, _view, ask) {
          const [found] = await ask.find(["main.rs", "lib.rs"]);
          return found === undefined
            ? "The package has no source: cargo looks for src/main.rs or src/lib.rs."
            : `cargo looks for src/main.rs or src/lib.rs; here it is ${found}. Move it: mkdir -p src && mv ${found} src/.`;
        },
      },
      {
        says: /^error: (?:the lock file|cannot (?:update|create) the lock file) \S{1,300}Cargo\.lock (?:needs to be updated but|because) --locked was passed/,
        tells: () =>
          "Cargo.lock does not fit Cargo.toml, and --locked forbids to change it. Run cargo build once without --locked, and commit the new Cargo.lock.",
      },
      {
        says: /^error: destination `([^`\n]{1,300})` already exists$/,
        tells: ([, path]) =>
          `${path} already exists: choose another name, or run cargo init in that directory to make a package of it.`,
      },
      {
        says: /^error: `cargo init` cannot be run on existing Cargo packages$/,
        tells: () =>
          "This directory already is a cargo package: it has a Cargo.toml. Nothing needs to be initialised; cargo run or cargo build uses it.",
      },
      {
        says: /^(?:warning: spurious network error.{0,120}|\s*)failed to resolve address for (?:github\.com|index\.crates\.io|static\.crates\.io)/,
        tells: (_said, view) => {
          const crate = firstMatch(
            view,
            /^error: failed to get `([\w-]{1,60})` as a dependency/,
          )?.[1];
          return `cargo must download ${crate ?? "the crates"} from crates.io, and there is no network connection. Check the network or the proxy, then run it again.`;
        },
      },
    ],
  }),
];

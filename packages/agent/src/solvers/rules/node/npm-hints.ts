/** What npm needs and the sandbox cannot give: it is named. */

import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";
import { isDependency } from "./is-dependency.ts";

const OFFLINE =
  /^npm (?:ERR!|error) (?:code (?:EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ENETUNREACH|ETIMEDOUT)\b|network )/;
const MISSING =
  /Cannot find (?:module|package) '((?:@[a-z0-9~-][\w.~-]{0,60}\/)?[a-z0-9~][\w.~-]{0,60})(?:\/[\w./-]{0,150})?'/;
const REQUIRED = /^npm (?:ERR!|error) (?:notsup )?Required:\s+(\{.{1,200}\})$/;
const WORKSPACE = /No workspaces found:|--workspace=([\w@/.-]{1,80})$/;

export const npmHints: readonly Rule[] = [
  rule({
    name: "npm-offline",
    title: "npm does not reach the registry",
    sees(view) {
      const operands = callOf(view, "npm")?.operands ?? [];
      const isInstall = operands.some(({ value }) =>
        /^(?:i|install|add|ci|update|up|view|publish|outdated)$/.test(value ?? ""),
      );
      return isInstall && hasLine(view, OFFLINE) ? {} : null;
    },
    repair: () =>
      advice(
        "npm cannot reach the registry. Check the network connection or the proxy (npm config get proxy), then run it again.",
      ),
  }),
  rule({
    name: "npm-not-installed",
    title: "npm dependencies are not installed",
    sees(view) {
      const name = firstMatch(view, MISSING)?.[1];
      return name === undefined ? null : { name };
    },
    async repair({ name }, _view, ask) {
      const text = await ask.read("package.json");
      if (text === null || !isDependency(name, text)) return null;
      return unproved(
        "npm install",
        NEEDS_NETWORK,
        `${name} is in package.json but not installed.`,
      );
    },
  }),
  rule({
    name: "npm-engine",
    title: "The project requires another Node version",
    sees(view) {
      if (!hasLine(view, /^npm (?:ERR!|error) code EBADENGINE$/)) return null;
      const wanted = firstMatch(view, REQUIRED)?.[1] ?? "";
      const version = /"node":"([^"]{1,40})"/.exec(wanted.replaceAll(" ", ""))?.[1];
      return { version: version ?? null };
    },
    repair: ({ version }) =>
      version === null
        ? advice("The project requires another version of Node or npm than this one.")
        : advice(
            `The project requires Node ${version}, and this one is another version. Install a fitting version of Node (with nvm: nvm install ${/\d+/.exec(version)?.[0] ?? "node"}), or relax "engines" in package.json.`,
          ),
  }),
  rule({
    name: "npm-workspace",
    title: "Mistyped npm workspace",
    sees(view) {
      const call = callOf(view, "npm");
      const isMissing =
        hasLine(view, /No workspaces found/) && firstMatch(view, WORKSPACE) !== null;
      const operands = call?.operands ?? [];
      const joined = operands.find(({ value }) => /^--workspace=./.test(value ?? ""));
      const at = operands.findIndex(({ value }) => value === "-w" || value === "--workspace");
      const word = joined ?? (at === -1 ? undefined : operands[at + 1]);
      return !isMissing || word?.value == null ? null : { word, value: word.value };
    },
    async repair({ word, value }, view, ask) {
      const typed = value.replace(/^--workspace=/, "");
      const lines = await ask.ask(
        "grep",
        "-rhE",
        "--include=package.json",
        "--exclude-dir=node_modules",
        '^ *"name":',
        ".",
      );
      const names = [...(lines ?? "").matchAll(/"name":\s*"([^"\n]{1,80})"/g)].map(
        ([, one = ""]) => one,
      );
      const folders = (await ask.find(["package.json"])).map(
        (path) => path.split("/").at(-2) ?? "",
      );
      const meant = nearest(typed, [...names, ...folders]);
      if (meant === null) return null;
      const start = value.startsWith("--workspace=") ? "--workspace=" : "";
      return corrected(
        replaceWord(view, word, start + quoteWord(meant)),
        `There is no workspace ${typed}; the closest is ${meant}.`,
      );
    },
  }),
];

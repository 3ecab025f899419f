import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { isDependency } from "./is-dependency.ts";

const SAID =
  /Cannot find (?:module|package) '((?:@[a-z0-9~-][\w.~-]{0,60}\/)?[a-z0-9~][\w.~-]{0,60})(?:\/[\w./-]{0,150})?'/;

export const packagesNotInstalled = rule({
  name: "packages-not-installed",
  title: "npm dependencies are not installed",
  sees(view) {
    const name = firstMatch(view, SAID)?.[1];
    return name === undefined ? null : { name };
  },
  async repair({ name }, view, ask) {
    const text = await ask.read("package.json");
    if (text === null || !isDependency(name, text)) return null;
    // Workspaces, tarballs and the cache need no network.
    const offline = view.problem.capabilities.includes("network")
      ? "--prefer-offline"
      : "--offline";
    return {
      shell: `npm install ${offline} --ignore-scripts --no-audit --no-fund --loglevel=error`,
      explanation: `${name} is in package.json but not installed.`,
    };
  },
});

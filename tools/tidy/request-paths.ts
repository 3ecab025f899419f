/**
 * Where a market is reached over HTTP is known to the HTTP door, and to the origins of requests, whose
 * signatures cover the path. Clients and agents speak through a connection, whatever carries it.
 */
import { isTest, type Rule } from "./rules.ts";

/** A text that begins with a path of the door, or ends an address with one. */
const PATH =
  /["'`}]\/(?:contracts|jobs|bindings|owners|accounts|artifacts|platform_info|outages|solvency|stats|faucet)\b/;

const HOMES = [
  "packages/doors/src/http/",
  "packages/kernel/src/transcript/origin/",
  // Prints commands to try.
  "apps/server/src/greeting.ts",
];

export const noRequestPaths: Rule = (path, text) => {
  const isOurs = /^packages\/[^/]+\/src\/|^apps\/[^/]+\/src\//.test(path);
  if (!isOurs || !path.endsWith(".ts") || isTest(path)) return [];
  if (HOMES.some((home) => path.startsWith(home))) return [];
  const found = PATH.exec(text)?.[0].slice(1);
  return found === undefined ? [] : [`names the path ${found}: ask the connection`];
};

/**
 * A dialect is known to its profile and its door. Code elsewhere reads terms, whatever document they
 * came from, and so has no reason to name one. What requests are called on the wire belongs to no
 * dialect: contracts of every profile are acted on by the same signed requests.
 */
import { PROFILE_NAMES } from "@bazaar/kernel";
import { isTest, type Rule } from "./rules.ts";

const NAMES = [
  ...PROFILE_NAMES.flatMap(patternsOf),
  // The document that a dialect comes from.
  /\bseed 00\d\b/i,
];

/** The name, and the same as part of identifiers and paths. */
function patternsOf(profile: string): readonly RegExp[] {
  const [word = "", no = ""] = profile.split("/");
  const capital = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  return [
    new RegExp(`(?<![\\w/])${word}/${no}(?!\\w)`),
    new RegExp(`(?<![A-Za-z])(?:${word}|${word.toUpperCase()})[-_]?${no}(?!\\d)`),
    new RegExp(`${capital}${no}(?!\\d)`),
  ];
}

const HOMES = ["packages/kernel/src/profiles/", "packages/doors/src/http/", "tools/tidy/"];

/** Files that must choose a profile, each with its reason. An entry that is no longer needed fails. */
export const CHOOSERS: Readonly<Record<string, string>> = {
  "apps/server/src/offer.ts": "says which profiles the server offers",
  "contracts/differential/deal.ts": "compares the escrow contract with its own profile",
  "packages/testkit/src/sample-offer.ts": "offers every profile to tests",
  "packages/testkit/src/sample-terms.ts": "fills in the rules of the sample terms",
  "tools/demo/dispute.ts": "posts a contract in memory",
  "tools/simulate/random-documents.ts": "writes documents of every profile",
  "tools/simulate/random-terms.ts": "posts terms of every profile",
  "tools/soak/audit-streams.ts": "tells jobs from other contracts without the server's code",
  "tools/soak/cast.ts": "posts jobs to a server",
  "tools/soak/signed-act.ts": "posts contracts to a server",
  "tools/strategies/game.ts": "plays jobs",
  "tools/vectors/transcript.ts": "writes the terms of a published sample",
};

export function profileNames(
  path: string,
  text: string,
  choosers: Readonly<Record<string, string>> = CHOOSERS,
): ReturnType<Rule> {
  if (!/\.(?:ts|mjs|sol)$/.test(path) || isTest(path)) return [];
  if (HOMES.some((home) => path.startsWith(home))) return [];
  const said = `${path}\n${text}`;
  const found = NAMES.map((name) => name.exec(said)?.[0]).find((name) => name !== undefined);
  const isExcused = path in choosers;
  if (found !== undefined && !isExcused) {
    return [`names ${found}: only its profile and its door know a dialect; say what is meant`];
  }
  if (found === undefined && isExcused) {
    return ["names no profile now: remove it from CHOOSERS in tools/tidy/profile-names.ts"];
  }
  return [];
}

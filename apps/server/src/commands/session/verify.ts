/** `bazaar session verify`: every claim of a trajectory that can be checked without its provider. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  chainJson,
  type Expected,
  type JsonObject,
  matchStatement,
  parseParty,
  receiptDifferences,
  type Trajectory,
  trajectoryHash,
  verifyStatement,
  wrongCounts,
} from "@bazaar/kernel";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { BadInput, explainBreak, sayLine } from "@bazaar/terminal";
import { readReceiptFile, readSession, readStatementFile } from "./read-session-file.ts";
import { labelled, shown } from "./words.ts";

interface VerifyOptions {
  readonly signature?: string;
  readonly provider?: string;
  readonly jobHash?: string;
  readonly contract?: string;
  readonly receipt?: string;
  readonly json?: boolean;
}

interface Finding {
  readonly check: "structure" | "hashes" | "counts" | "signature" | "receipt";
  readonly ok: boolean;
  readonly says: string;
}

const EXIT_WRONG = 1;

export function verifySession(file: string, given: VerifyOptions): void {
  const beside = signatureBeside(file);
  const options = beside === null ? given : { signature: beside, ...given };
  const expected = expectedOf(options);
  const session = readSession(file);
  const findings: readonly Finding[] = session.ok
    ? [
        { check: "structure", ok: true, says: `${session.value.lines.length} lines` },
        hashes(session.value),
        counts(session.value),
        ...(options.signature === undefined
          ? []
          : [signature(session.value, options.signature, expected)]),
        ...(options.receipt === undefined ? [] : [receipt(session.value, options.receipt)]),
      ]
    : [{ check: "structure", ok: false, says: explainBreak(session.refusal) }];
  const hash = session.ok ? trajectoryHash(session.value) : null;
  if (options.json === true) sayLine(chainJson(resultJson(findings, hash)));
  else print(findings, hash);
  if (findings.some(({ ok }) => !ok)) process.exitCode = EXIT_WRONG;
}

/** What recorders write next to the file. */
function signatureBeside(file: string): string | null {
  const beside = join(dirname(file), "signature.json");
  return file !== "-" && existsSync(beside) ? beside : null;
}

/** Reading has compared every hash that has its content beside it. */
function hashes({ redacted, header }: Trajectory): Finding {
  const unchecked = redacted.length === 0 ? "" : `; ${redacted.length} redacted, not checked`;
  const copy = header.redactedFrom === null ? "" : `; says it is a copy of ${header.redactedFrom}`;
  return { check: "hashes", ok: true, says: `of all recorded content${unchecked}${copy}` };
}

function counts(session: Trajectory): Finding {
  const wrong = wrongCounts(session).map(
    ({ field, claimed, counted }) => `${field} is claimed to be ${claimed}; counted ${counted}`,
  );
  return {
    check: "counts",
    ok: wrong.length === 0,
    says: wrong.length === 0 ? "as claimed" : wrong.join("; "),
  };
}

function signature(session: Trajectory, file: string, expected: Expected): Finding {
  const statement = readStatementFile(file);
  const signed = verifyStatement(statement, nativeVerify);
  if (!signed.ok) return { check: "signature", ok: false, says: explainBreak(signed.refusal) };
  const match = matchStatement(statement, session, expected);
  if (!match.ok) return { check: "signature", ok: false, says: explainBreak(match.refusal) };
  const extent = match.value === "whole" ? "every line" : "everything but the redacted content";
  const { provider, jobHash, contract } = statement;
  const job = jobHash === null ? "" : `, job ${jobHash}`;
  const about = contract === null ? "" : `, contract ${contract}`;
  const says = `${provider} signed ${extent}${job}${about}`;
  return { check: "signature", ok: true, says };
}

function receipt(session: Trajectory, file: string): Finding {
  const [first, ...more] = receiptDifferences(readReceiptFile(file), session);
  if (first === undefined)
    return { check: "receipt", ok: true, says: "agrees with the trajectory" };
  const { field, stated, actual } = first;
  const rest = more.length === 0 ? "" : `; and ${more.length} more differences`;
  const says = `${field} is ${shown(stated)}, recorded is ${shown(actual)}${rest}`;
  return { check: "receipt", ok: false, says };
}

function expectedOf({ signature: file, provider, jobHash, contract }: VerifyOptions): Expected {
  const given = [provider, jobHash, contract].some((value) => value !== undefined);
  if (given && file === undefined) {
    throw new BadInput("--provider, --job-hash and --contract require --signature");
  }
  const party = provider === undefined ? null : parseParty(provider);
  if (party?.ok === false) throw new BadInput(`--provider: ${explainBreak(party.refusal)}`);
  return {
    ...(party === null ? {} : { provider: party.value }),
    ...(jobHash === undefined ? {} : { jobHash }),
    ...(contract === undefined ? {} : { contract }),
  };
}

function print(findings: readonly Finding[], hash: string | null): void {
  for (const { check, ok, says } of findings) {
    sayLine(labelled(check, `${ok ? "ok" : "WRONG"}: ${says}`));
  }
  if (hash !== null) sayLine(labelled("trajectory", hash));
}

function resultJson(findings: readonly Finding[], hash: string | null): JsonObject {
  return {
    valid: findings.every(({ ok }) => ok),
    trajectory_hash: hash,
    checks: findings.map(({ check, ok, says }) => ({ check, ok, says })),
  };
}

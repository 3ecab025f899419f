/**
 * `bazaar receipt verify`: checks receipts without a server, a database or a network, and says what
 * it could not check.
 */
import {
  chainJson,
  type Finding,
  type JsonObject,
  type Party,
  parseParty,
  parseReceipt,
  type ReceiptChecks,
  receiptGrounds,
  type SignedReceipt,
  verifyReceipt,
} from "@bazaar/kernel";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { BadInput, Command, explainBreak, say, sayLine } from "@bazaar/terminal";
import { readJsonFile } from "../read-json-file.ts";
import { readTranscript } from "../read-transcript.ts";
import { receiptsIn } from "../receipts-in.ts";

interface VerifyOptions {
  readonly transcript?: string;
  readonly marketKey?: string;
  readonly paymentHash?: string;
  readonly json?: boolean;
}

interface Verified {
  readonly signed: SignedReceipt;
  readonly findings: readonly Finding[];
}

const EXIT_FAILED = 1;
/** More legs than the rules of one contract can order. */
const MAX_RECEIPTS = 4_096;
const PAYMENT_HASH = /^[0-9a-f]{64}$/;

export function receiptCommand(): Command {
  const receipt = new Command("receipt").description("check receipts; needs no server");
  receipt
    .command("verify")
    .description("check signed receipts, and say what could not be checked")
    .argument("<receipts.json>", "from GET /contracts/{id}/receipt; - reads standard input")
    .option("--transcript <file>", "check that the receipts follow from this transcript")
    .option("--market-key <party>", "check that this market signed them")
    .option("--payment-hash <hex>", "check a Lightning preimage against this payment hash")
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      `
Exits with ${EXIT_FAILED} if a check failed. What is "not checked" may be right or wrong: without --market-key,
anyone could have signed; without --transcript, the market may have signed something else than
what happened; and no file can show that money moved on a ledger or a chain.`,
    )
    .action(verify);
  return receipt;
}

function verify(file: string, options: VerifyOptions): void {
  const receipts = readReceipts(file);
  const checks = checksOf(options);
  const verified = receipts.map(
    (signed): Verified => ({ signed, findings: verifyReceipt(signed, checks) }),
  );
  const failed = verified.filter(({ findings }) => findings.some(isFailure)).length;
  if (options.json === true) say(chainJson(asJson(verified, failed)));
  else print(verified, failed);
  if (failed > 0) process.exitCode = EXIT_FAILED;
}

function readReceipts(file: string): readonly SignedReceipt[] {
  const json = readJsonFile(file, "the receipt");
  const items = receiptsIn(json);
  if (items.length === 0) throw new BadInput(`${file} has no receipts`);
  if (items.length > MAX_RECEIPTS) {
    throw new BadInput(`${file} has ${items.length} receipts; at most ${MAX_RECEIPTS} are read`);
  }
  return items.map((item, at) => {
    const receipt = parseReceipt(item);
    if (receipt.ok) return receipt.value;
    const which = items.length === 1 ? "the receipt" : `receipt ${at}`;
    throw new BadInput(`${file}: ${which} cannot be read: ${explainBreak(receipt.refusal)}`);
  });
}

function checksOf({ transcript, marketKey, paymentHash }: VerifyOptions): ReceiptChecks {
  const verify = nativeVerifier();
  if (paymentHash !== undefined && !PAYMENT_HASH.test(paymentHash)) {
    throw new BadInput("--payment-hash: expected 64 lower-case hex digits");
  }
  return {
    verify,
    paymentHash: paymentHash ?? null,
    marketKey: marketKey === undefined ? null : partyOf(marketKey),
    grounds: transcript === undefined ? null : receiptGrounds(readTranscript(transcript), verify),
  };
}

function partyOf(text: string): Party {
  const party = parseParty(text);
  if (party.ok) return party.value;
  throw new BadInput("--market-key: expected a party: fix_ or nostr: with 64 hex digits");
}

function isFailure({ verdict }: Finding): boolean {
  return verdict === "fail";
}

function print(verified: readonly Verified[], failed: number): void {
  for (const { signed, findings } of verified) {
    const { leg, payee, amount, asset, rail, paidAt } = signed.receipt;
    sayLine(leg);
    sayLine(
      `  ${amount} ${asset} to ${payee.party ?? payee.role} (${payee.role}) by ${rail}, ${paidAt}`,
    );
    for (const { name, verdict, details } of findings) {
      sayLine(`  ${verdict.replace("_", " ").padEnd(11)}  ${name.padEnd(17)}  ${details}`);
    }
  }
  const count = verified.length === 1 ? "1 receipt" : `${verified.length} receipts`;
  const unchecked = new Set(
    verified.flatMap(({ findings }) =>
      findings.filter(({ verdict }) => verdict === "not_checked").map(({ name }) => name),
    ),
  );
  const rest = unchecked.size === 0 ? "" : `; not checked: ${[...unchecked].join(", ")}`;
  say(`${count}, ${failed} failed${rest}`);
}

function asJson(verified: readonly Verified[], failed: number): JsonObject {
  return {
    failed: BigInt(failed),
    receipts: verified.map(({ signed: { receipt }, findings }) => ({
      receipt_id: receipt.receiptId,
      leg: receipt.leg,
      failed: findings.some(isFailure),
      checks: findings.map(({ name, verdict, details }) => ({ name, verdict, details })),
    })),
  };
}

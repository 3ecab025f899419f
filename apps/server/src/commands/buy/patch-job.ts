/** `bazaar buy patch`: from an issue to a branch with a verified patch. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Bought, type OpenPurchase, patchBranchProblem } from "@bazaar/client";
import {
  contractAlias,
  invariant,
  isJsonArray,
  type Json,
  type JsonObject,
  literalGlob,
  namedChecks,
  type PatchCheck,
} from "@bazaar/kernel";
import { BadInput, Command, complain } from "@bazaar/terminal";
import { patchBaseline } from "@bazaar/work";
import { gitProcess } from "@bazaar/work/git-process";
import { repeatable } from "../repeatable.ts";
import { addedTests } from "./added-tests.ts";
import { checksOf, GIVEN_AS } from "./buy-input.ts";
import { type BuyOptions, type Purchase, readPurchase, withBuyOptions } from "./buy-options.ts";
import { deliverPatch } from "./deliver-patch.ts";
import { sayingMarketErrors } from "./market-errors.ts";
import {
  type Buyer,
  beginPurchase,
  EXIT_NOT_BOUGHT,
  openBuyer,
  purchase,
  resumePurchase,
} from "./purchase.ts";
import { readRepository, type SentRepository, sendRepository } from "./repository.ts";

interface PatchOptions extends BuyOptions {
  readonly repo: string;
  readonly issue: string;
  readonly test: string;
  readonly verify: readonly string[];
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly addTest: readonly string[];
  readonly protect: readonly string[];
  readonly testsMayChange?: boolean;
  readonly branch?: string;
}

type Issue = { readonly title: string; readonly body: string };

interface PatchWish {
  readonly options: PatchOptions;
  readonly issue: Issue;
  readonly identity: JsonObject;
  /** As long as the one that will be made. */
  readonly branch: string;
}

const SCHEMA = "oa.patch_gen.v1";
const MAX_TITLE = 200;
const SHOWN_ID = 12;
/** To check the repository out. */
const PREPARATION_MS = 60_000;

export function buyPatch(): Command {
  const command = new Command("patch")
    .description("buy a patch for an issue; it ends on a branch of the repository")
    .option(
      "--repo <directory>",
      "the repository, or where in it commands run; its HEAD is patched",
      ".",
    )
    .requiredOption("--issue <file>", "the issue; its first line is the title")
    .requiredOption("--test <command>", "fails now, and must succeed after the patch")
    .addOption(repeatable("--verify <command>", "must succeed after the patch, too"))
    .addOption(repeatable("--allow <glob>", "paths that may change; without it all may"))
    .addOption(repeatable("--deny <glob>", "paths that must not change, and are not sent"))
    .addOption(
      repeatable(
        "--add-test <file>",
        "a test of yours, committed or not; it is sent, and must stay as it is",
      ),
    )
    .addOption(repeatable("--protect <glob>", "paths that must stay as they are, beside tests"))
    .option("--tests-may-change", "do not protect tests and what configures them")
    .option("--branch <name>", "default: bazaar/ and the job's id");
  return withBuyOptions(command).action(
    sayingMarketErrors((options: PatchOptions) => run(options)),
  );
}

async function run(options: PatchOptions): Promise<void> {
  const asked = readPurchase(options);
  const issue = readIssue(options.issue);
  const buyer = openBuyer(asked);
  const { title } = issue;
  const nameOf = (id: string): string => options.branch ?? `bazaar/${id.slice(0, SHOWN_ID)}`;
  const identity = identityOf(options, asked, issue);
  const left = resumePurchase(buyer, asked, identity);
  const begun =
    left !== null && typeof left.notes.source === "string"
      ? { open: left }
      : await begin(buyer, asked, {
          options,
          issue,
          identity,
          branch: nameOf("0".repeat(SHOWN_ID)),
        });
  if (begun === null) return;
  const deliver = async ({ patch }: JsonObject, { contract }: Bought): Promise<boolean> => {
    const bought = {
      directory: options.repo,
      commit: String(begun.open.notes.source),
      branch: nameOf(contractAlias(contract.id)),
      patch: typeof patch === "string" ? patch : "",
      message: `${title}\n\nBought as job ${contract.id}.\n`,
    };
    return deliverPatch(buyer, join(dirname(asked.keyFile), "patches"), contract.id, bought);
  };
  await purchase(buyer, asked, { ...begun, deliver });
}

/**
 * What makes two runs the same purchase. Not the commit: a patch that was paid for belongs to the commit
 * that it was made of, even if the repository has changed since.
 */
function identityOf(options: PatchOptions, asked: Purchase, issue: Issue): JsonObject {
  const { provider, judge, budget, timeLimitSeconds, needsTrajectory } = asked;
  const { test, verify, allow, deny, protect, testsMayChange = false } = options;
  return {
    schema: SCHEMA,
    repository: resolve(options.repo),
    ...issue,
    commands: [test, ...verify],
    globs: [[...allow], [...deny], [...protect]],
    adds: options.addTest.map((path) => resolve(path)),
    terms: { provider, judge, budget: { ...budget }, testsMayChange, needsTrajectory },
    time_limit_secs: BigInt(timeLimitSeconds),
  };
}

/** Null: there is nothing to buy, and the buyer has been told. */
async function begin(
  buyer: Buyer,
  asked: Purchase,
  { options, issue, identity, branch }: PatchWish,
): Promise<{ readonly open: OpenPurchase; readonly baseline: readonly Json[] } | null> {
  const adds = await addedTests(options.repo, options.addTest);
  const repository = await readRepository(buyer, options.repo, options.deny, adds);
  const payload: JsonObject = {
    ...issue,
    repo_bundle: repository.artifact,
    repo_ref: repository.commit,
    ...(repository.subdir === "" ? {} : { subdir: repository.subdir }),
    allowed_paths: [...options.allow],
    disallowed_paths: [...options.deny, ...repository.withheld.map(literalGlob)],
    protected_paths: [...options.protect, ...adds.map(({ path }) => literalGlob(path))],
    ...(options.testsMayChange === true ? { protected_tests: [] } : {}),
    test_command: options.test,
    verification_commands: [...options.verify],
    time_limit_secs: BigInt(asked.timeLimitSeconds),
    ...asked.asked,
  };
  const check = checksOf(SCHEMA, payload, GIVEN_AS).find(({ method }) => method === "patch");
  invariant(check?.method === "patch", "a request for a patch asks for its check");
  await refuseBadBranch(options.repo, repository.source, branch);
  const baseline = await redBefore(buyer, check, payload, repository, asked.timeLimitSeconds);
  if (baseline === null) return null;
  await sendRepository(buyer, repository);
  const open = beginPurchase(buyer, asked, { schemaId: SCHEMA, payload, identity });
  open.note({ source: repository.source });
  return { open, baseline };
}

/** Before anything is paid for it. */
async function refuseBadBranch(directory: string, commit: string, branch: string): Promise<void> {
  const problem = await patchBranchProblem({ directory, commit, branch }, gitProcess);
  if (problem !== null) throw new BadInput(`--branch: ${problem}`);
}

function readIssue(path: string): Issue {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new BadInput(`--issue: ${path} cannot be read`);
  }
  const [first = "", ...rest] = text.split("\n");
  const title = first
    .replace(/^#+\s*/, "")
    .trim()
    .slice(0, MAX_TITLE);
  if (title === "") throw new BadInput(`--issue: the first line of ${path} is the title`);
  return { title, body: rest.join("\n").trim() };
}

/** How the commands end before the patch. Null: the job is done already, and not posted. */
async function redBefore(
  { openSandbox, connection, signal, tell }: Buyer,
  check: PatchCheck,
  payload: JsonObject,
  repository: SentRepository,
  seconds: number,
): Promise<readonly Json[] | null> {
  const { clock } = connection;
  const limitMs = seconds * 1_000;
  const endMs = clock.nowMs() + limitMs + PREPARATION_MS;
  const tools = { openSandbox, leftMs: () => endMs - clock.nowMs(), limitMs, signal };
  const before = await patchBaseline(check, payload, repository, tools);
  const baseline = namedChecks(check, before).find(({ name }) => name === "baseline_red");
  if (baseline?.verdict === "pass" && isJsonArray(before.baseline)) {
    const words = "the test fails, as it should before the patch";
    tell({ step: "baseline", words, facts: {} });
    return before.baseline;
  }
  const reason = typeof before.reason === "string" ? before.reason : baseline?.details;
  complain("bazaar", `nothing to buy: ${reason ?? "the test does not fail"}`);
  process.exitCode = EXIT_NOT_BOUGHT;
  return null;
}

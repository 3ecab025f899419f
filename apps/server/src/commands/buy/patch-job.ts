/** `bazaar buy patch`: from an issue to a branch with a verified patch. */
import { readFileSync } from "node:fs";
import { type MadeBranch, patchBranch, patchCheckOf, resultPayload } from "@bazaar/client";
import {
  contractAlias,
  isJsonArray,
  type Json,
  type JsonObject,
  literalGlob,
  namedChecks,
} from "@bazaar/kernel";
import { BadInput, Command, complain } from "@bazaar/terminal";
import { patchBaseline } from "@bazaar/work";
import { gitProcess } from "@bazaar/work/git-process";
import { addedTests } from "./added-tests.ts";
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { type Buyer, EXIT_NOT_BOUGHT, openBuyer, purchase } from "./purchase.ts";
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

const MAX_TITLE = 200;
const SHOWN_ID = 12;
/** To check the repository out. */
const PREPARATION_MS = 60_000;
const each = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export function buyPatch(): Command {
  const command = new Command("patch")
    .description("buy a patch for an issue; it ends on a branch of the repository")
    .option("--repo <directory>", "the repository; its HEAD is what is patched", ".")
    .requiredOption("--issue <file>", "the issue; its first line is the title")
    .requiredOption("--test <command>", "fails now, and must succeed after the patch")
    .option("--verify <command>", "must succeed after the patch, too; may be repeated", each, [])
    .option("--allow <glob>", "paths that may change; default: all", each, [])
    .option("--deny <glob>", "paths that must not change, and are not sent", each, [])
    .option(
      "--add-test <file>",
      "a test of yours, committed or not; it is sent, and must stay as it is; may be repeated",
      each,
      [],
    )
    .option("--protect <glob>", "paths that must stay as they are, beside tests", each, [])
    .option("--tests-may-change", "do not protect tests and what configures them")
    .option("--branch <name>", "default: bazaar/ and the job's id");
  return withBuyOptions(command).action((options: PatchOptions) => run(options));
}

async function run(options: PatchOptions): Promise<void> {
  const asked = readPurchase(options);
  const { title, body } = readIssue(options.issue);
  const buyer = openBuyer(asked);
  const adds = await addedTests(options.repo, options.addTest);
  const repository = await readRepository(buyer, options.repo, options.deny, adds);
  const payload: JsonObject = {
    title,
    body,
    repo_bundle: repository.artifact,
    repo_ref: repository.commit,
    allowed_paths: [...options.allow],
    disallowed_paths: [...options.deny],
    protected_paths: [...options.protect, ...adds.map(({ path }) => literalGlob(path))],
    ...(options.testsMayChange === true ? { protected_tests: [] } : {}),
    test_command: options.test,
    verification_commands: [...options.verify],
    time_limit_secs: BigInt(asked.timeLimitSeconds),
    ...asked.asked,
  };
  const baseline = await redBefore(buyer, payload, repository, asked.timeLimitSeconds);
  if (baseline === null) return;
  await sendRepository(buyer, repository);
  const bought = await purchase(buyer, asked, { schemaId: "oa.patch_gen.v1", payload, baseline });
  if (bought === null) return;
  const { patch } = await resultPayload(bought, buyer);
  const made = await patchBranch(
    {
      directory: options.repo,
      commit: repository.source,
      branch: options.branch ?? `bazaar/${contractAlias(bought.contract.id).slice(0, SHOWN_ID)}`,
      patch: typeof patch === "string" ? patch : "",
      message: `${title}\n\nBought as job ${bought.contract.id}.\n`,
    },
    gitProcess,
  );
  tellBranch(buyer, made);
}

function tellBranch({ tell }: Buyer, made: MadeBranch): void {
  if ("problem" in made) {
    complain("bazaar", made.problem);
    process.exitCode = EXIT_NOT_BOUGHT;
    return;
  }
  const { branch, commit } = made;
  tell("branch", `${branch} has the patch; git merge ${branch} takes it`, { branch, commit });
}

function readIssue(path: string): { readonly title: string; readonly body: string } {
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
  payload: JsonObject,
  repository: SentRepository,
  seconds: number,
): Promise<readonly Json[] | null> {
  const check = patchCheckOf(payload);
  if ("problem" in check) throw new BadInput(`${check.field}: ${check.problem}`);
  const { clock } = connection;
  const limitMs = seconds * 1_000;
  const endMs = clock.nowMs() + limitMs + PREPARATION_MS;
  const tools = { openSandbox, leftMs: () => endMs - clock.nowMs(), limitMs, signal };
  const before = await patchBaseline(check, payload, repository, tools);
  const baseline = namedChecks(check, before).find(({ name }) => name === "baseline_red");
  if (baseline?.verdict === "pass" && isJsonArray(before.baseline)) {
    tell("baseline", "the test fails, as it should before the patch");
    return before.baseline;
  }
  const reason = typeof before.reason === "string" ? before.reason : baseline?.details;
  complain("bazaar", `nothing to buy: ${reason ?? "the test does not fail"}`);
  process.exitCode = EXIT_NOT_BOUGHT;
  return null;
}

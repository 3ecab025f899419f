/** `bazaar buy patch`: from an issue to a branch with a verified patch. */
import { readFileSync } from "node:fs";
import {
  type Bought,
  type MadeBranch,
  patchBranch,
  patchBranchProblem,
  resultPayload,
} from "@bazaar/client";
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
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { sayingMarketErrors } from "./market-errors.ts";
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
  const { title, body } = readIssue(options.issue);
  const buyer = openBuyer(asked);
  const adds = await addedTests(options.repo, options.addTest);
  const repository = await readRepository(buyer, options.repo, options.deny, adds);
  const payload: JsonObject = {
    title,
    body,
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
  const nameOf = (id: string): string => options.branch ?? `bazaar/${id.slice(0, SHOWN_ID)}`;
  await refuseBadBranch(options.repo, repository.source, nameOf("0".repeat(SHOWN_ID)));
  const baseline = await redBefore(buyer, check, payload, repository, asked.timeLimitSeconds);
  if (baseline === null) return;
  await sendRepository(buyer, repository);
  const deliver = async (bought: Bought): Promise<boolean> => {
    const { patch } = await resultPayload(bought, buyer);
    const made = await patchBranch(
      {
        directory: options.repo,
        commit: repository.source,
        branch: nameOf(contractAlias(bought.contract.id)),
        patch: typeof patch === "string" ? patch : "",
        message: `${title}\n\nBought as job ${bought.contract.id}.\n`,
      },
      gitProcess,
    );
    return tellBranch(buyer, made);
  };
  await purchase(buyer, asked, { schemaId: SCHEMA, payload, baseline, deliver });
}

/** Before anything is paid for it. */
async function refuseBadBranch(directory: string, commit: string, branch: string): Promise<void> {
  const problem = await patchBranchProblem({ directory, commit, branch }, gitProcess);
  if (problem !== null) throw new BadInput(`--branch: ${problem}`);
}

function tellBranch({ tell }: Buyer, made: MadeBranch): boolean {
  if ("problem" in made) {
    complain(
      "bazaar",
      `${made.problem} The same command, with another --branch if need be, tries again and pays no second time.`,
    );
    return false;
  }
  const { branch, commit } = made;
  tell("branch", `${branch} has the patch; git merge ${branch} takes it`, { branch, commit });
  return true;
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
    tell("baseline", "the test fails, as it should before the patch");
    return before.baseline;
  }
  const reason = typeof before.reason === "string" ? before.reason : baseline?.details;
  complain("bazaar", `nothing to buy: ${reason ?? "the test does not fail"}`);
  process.exitCode = EXIT_NOT_BOUGHT;
  return null;
}

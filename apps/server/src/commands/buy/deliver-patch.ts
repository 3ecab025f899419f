/** Gives a buyer the patch that was paid: on a branch, or where that cannot be made as a file. */
import { keepPatch, type MadeBranch, type PatchOnBranch, patchBranch } from "@bazaar/client";
import type { ContractId } from "@bazaar/kernel";
import { complain } from "@bazaar/terminal";
import { quoteWord } from "@bazaar/work";
import { gitProcess } from "@bazaar/work/git-process";
import type { Buyer } from "./purchase.ts";

/** Whether there is a branch. `folder`: where a file would be. */
export async function deliverPatch(
  { tell }: Pick<Buyer, "tell">,
  folder: string,
  contract: ContractId,
  bought: PatchOnBranch,
): Promise<boolean> {
  const made = await branchOf(bought);
  if (!("problem" in made)) {
    const { branch, commit } = made;
    const words = `${branch} has the patch; to take it:`;
    const command = `git merge ${quoteWord(branch)}`;
    tell({ step: "branch", words, facts: { branch, commit }, command });
    return true;
  }
  const { problem } = made;
  complain("bazaar", problem);
  const file = savedAs(folder, contract, bought.patch);
  if (file !== null) {
    const apply = `git apply ${quoteWord(file)}`;
    const words = `in ${file}; to apply it, at the top of the repository:`;
    tell({ step: "patch", words, facts: { file, apply, problem }, command: apply });
  }
  complain(
    "bazaar",
    "the patch is paid; run the same command to try again, with another --branch if necessary: it does not pay twice",
  );
  return false;
}

async function branchOf(bought: PatchOnBranch): Promise<MadeBranch> {
  try {
    return await patchBranch(bought, gitProcess);
  } catch (error) {
    return { problem: `The branch could not be made: ${systemProblem(error)}.` };
  }
}

/** Null if it cannot be written; the buyer has been told. */
function savedAs(folder: string, contract: ContractId, patch: string): string | null {
  try {
    return keepPatch(folder, contract, patch);
  } catch (error) {
    complain("bazaar", `The patch could not be written to a file: ${systemProblem(error)}.`);
    return null;
  }
}

/** @throws what is not a failure of the system. */
function systemProblem(error: unknown): string {
  if (error instanceof Error && "code" in error) return error.message;
  throw error;
}

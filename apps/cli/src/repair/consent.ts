/** What the user lets leave for a market elsewhere: asked at a terminal, or given by flags. */
import { relative } from "node:path";
import { type AskedFile, type Consent, type FileAnswer, NO_CONSENT } from "@bazaar/client";
import { quoteWords } from "@bazaar/work";
import type { Mode } from "../config.ts";
import { onOneLine } from "../contracts/inert-lines.ts";
import { visibleLine } from "../contracts/visible-command.ts";
import type { UserInterface } from "./user-interface.ts";

export interface ConsentFlags {
  readonly mode: Mode;
  readonly shareOutput?: boolean;
}

/** The look or the report must still be made in time. */
const MARGIN_MS = 15_000;

export function consentOf(
  { mode, shareOutput = false }: ConsentFlags,
  workingTree: string,
  ui: UserInterface,
): Consent {
  if (mode === "autonomous") return NO_CONSENT;
  const { isAsking } = ui;
  return {
    lines: async (contract, lines) => {
      if (!shareOutput && !isAsking) return false;
      ui.tell({ type: shareOutput ? "shares" : "new_lines", lines });
      if (shareOutput) return true;
      const answer = await ui.askInTime(contract, MARGIN_MS, ({ isYes }) =>
        isYes("Send these lines to the agent, and up to 20 like them?"),
      );
      return answer ?? false;
    },
    file: isAsking
      ? (contract, asked) => askFile(contract, asked, workingTree, ui)
      : NO_CONSENT.file,
  };
}

async function askFile(
  contract: Parameters<Consent["file"]>[0],
  asked: AskedFile,
  workingTree: string,
  ui: UserInterface,
): Promise<FileAnswer> {
  const question = fileQuestion(asked, workingTree);
  const answer = await ui.askInTime(contract, MARGIN_MS, ({ choice }) =>
    choice(question, ["yes", "all"] as const),
  );
  return answer ?? "no";
}

/** Of a directory only what the command prints is sent, so the command is shown whole. */
export function fileQuestion({ path, isTree, words }: AskedFile, workingTree: string): string {
  const inside = relative(workingTree, path);
  const name = onOneLine(inside === "" ? "the whole directory" : inside);
  if (!isTree) {
    return `The agent asks for ${name}, which the failure does not name. Send it? [y/N, a: all in its directory]`;
  }
  const command = visibleLine(quoteWords(words));
  return `The agent wants to search ${name} and see what this prints: ${command}
Send that, this time? [y/N, a: anything in ${name} from now on]`;
}

/**
 * Why an investigation is refused, and the sentence for each reason. The codes are public; the
 * sentence goes to the agent and says what to ask instead.
 */
import { unreachable } from "@bazaar/kernel";

export type InvestigationRefusal =
  // The text is not one plain command.
  | { readonly code: "command_too_long"; readonly length: number; readonly limit: number }
  | { readonly code: "not_one_command"; readonly problem: string }
  | { readonly code: "shell_syntax"; readonly found: string; readonly problem: string }
  // The tool may not be used this way.
  | { readonly code: "unknown_tool"; readonly tool: string; readonly problem: string }
  | {
      readonly code: "subcommand_refused";
      readonly tool: string;
      readonly word: string;
      readonly problem: string;
    }
  | {
      readonly code: "flag_refused";
      readonly tool: string;
      readonly word: string;
      readonly problem: string;
    }
  | {
      readonly code: "value_refused";
      readonly tool: string;
      readonly word: string;
      readonly problem: string;
    }
  | {
      readonly code: "operand_refused";
      readonly tool: string;
      readonly word: string;
      readonly problem: string;
    }
  | { readonly code: "operand_missing"; readonly tool: string; readonly problem: string }
  | {
      readonly code: "secret_path";
      readonly tool: string;
      readonly word: string;
      readonly path: string;
      readonly problem: string;
    }
  /** It could be read, but nobody has agreed to send it to another machine. */
  | { readonly code: "not_shared"; readonly path: string; readonly problem: string }
  | { readonly code: "tool_missing"; readonly tool: string }
  // The agent asks too much.
  | { readonly code: "rounds_exhausted"; readonly limit: number }
  | { readonly code: "too_early"; readonly readyAtMs: number; readonly askedAtMs: number };

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: InvestigationRefusal };

export function allow<T>(value: T): Checked<T> {
  return { ok: true, value };
}

export function deny(refusal: InvestigationRefusal): {
  readonly ok: false;
  readonly refusal: InvestigationRefusal;
} {
  return { ok: false, refusal };
}

export function explain(refusal: InvestigationRefusal): string {
  switch (refusal.code) {
    case "command_too_long":
      return `The command has ${refusal.length} characters; at most ${refusal.limit} are allowed.`;
    case "not_one_command":
      return `This is not one plain command: ${refusal.problem}.`;
    case "shell_syntax":
      return `Commands run without a shell, so ${JSON.stringify(refusal.found)} is refused: ${refusal.problem}.`;
    case "unknown_tool":
      return `${JSON.stringify(refusal.tool)} is not allowed: ${refusal.problem}.`;
    case "subcommand_refused":
    case "flag_refused":
    case "value_refused":
    case "operand_refused":
      return refusal.word === ""
        ? `${refusal.tool} without operands is refused: ${refusal.problem}.`
        : `${refusal.tool}: ${JSON.stringify(refusal.word)} is refused: ${refusal.problem}.`;
    case "operand_missing":
      return `${refusal.tool}: ${refusal.problem}.`;
    case "secret_path":
      return `${refusal.tool}: ${refusal.path} is private: ${refusal.problem}.`;
    case "not_shared":
      return `${refusal.path} is not sent: ${refusal.problem}.`;
    case "tool_missing":
      return `${refusal.tool} is not installed in a system directory of this machine.`;
    case "rounds_exhausted":
      return `All ${refusal.limit} investigation rounds are used.`;
    // Agents read the number out of this sentence.
    case "too_early":
      return `The next command may be asked in ${refusal.readyAtMs - refusal.askedAtMs} ms.`;
    default:
      return unreachable(refusal);
  }
}

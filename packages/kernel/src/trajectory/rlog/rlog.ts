/** A log in the format rlog/1: a rendering of a session for people. It proves nothing by itself. */

export interface Rlog {
  readonly header: RlogHeader;
  readonly lines: readonly RlogLine[];
}

export interface RlogHeader {
  readonly format: string;
  readonly id: string;
  readonly repoSha: string;
  /** Every field of the header as text, these three included. */
  readonly fields: ReadonlyMap<string, string>;
}

export type RlogKind =
  | "user"
  | "agent"
  | "tool"
  | "tool_start"
  | "tool_progress"
  | "observation"
  | "skill"
  | "plan"
  | "mode"
  | "recall"
  | "subagent"
  | "mcp"
  | "question"
  | "thinking"
  | "todos"
  | "comment"
  | "phase"
  | "lifecycle"
  | "unknown";

export interface RlogLine {
  /** In the file, counted from 1. */
  readonly number: number;
  readonly kind: RlogKind;
  /** The tool, skill, phase, server and method, …; empty where the kind has none. */
  readonly name: string;
  /** After the prefix, up to the arrow. Continuations follow after a newline each. */
  readonly text: string;
  /** After the first arrow; null without one. */
  readonly result: string | null;
  /** `name=value` anywhere in the line, the first of each name. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Between a call and its result. The ASCII arrow is ordinary text. */
export const ARROW = "\u2192";

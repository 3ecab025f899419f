/** `bazaar session export`: the same session in another format. */
import {
  bundleText,
  isJsonObject,
  type JsonObject,
  redact,
  replayText,
  type Trajectory,
  writePatchBundle,
  writeRlog,
} from "@bazaar/kernel";
import { asciiJson, BadInput, explainBreak } from "@bazaar/terminal";
import { receiptsIn } from "../../receipts-in.ts";
import { changedFiles } from "./changed-files.ts";
import { readJson, readStatementFile, readText, readValidSession } from "./read-session-file.ts";
import { writeFiles } from "./write-files.ts";

export const EXPORT_FORMATS = ["rlog", "bundle", "patch-bundle", "replay"] as const;

interface ExportOptions {
  readonly format: (typeof EXPORT_FORMATS)[number];
  readonly redact?: boolean;
  readonly repoSha?: string;
  readonly out?: string;
  readonly patch?: string;
  readonly change?: readonly string[];
  readonly payments?: string;
  readonly signature?: string;
}

const REDACTION_CATEGORY = "content";
const REPO_SHA = /^[0-9a-fA-F]{6,40}$/;

export function exportSession(file: string, options: ExportOptions): void {
  const recorded = readValidSession(file);
  const session = options.redact === true ? withoutContent(recorded) : recorded;
  switch (options.format) {
    case "rlog":
      process.stdout.write(writeRlog(session, { repoSha: repoSha(session, options) }));
      return;
    // The same JSON in ASCII, because its text is a stranger's.
    case "bundle":
      process.stdout.write(asciiJson(bundleText(session)));
      return;
    case "replay":
      process.stdout.write(asciiJson(replayText(session)));
      return;
    case "patch-bundle":
      exportPatchBundle(session, options);
      return;
  }
}

function withoutContent(recorded: Trajectory): Trajectory {
  const copy = redact(recorded, () => REDACTION_CATEGORY);
  if (copy.ok) return copy.value;
  throw new BadInput(`cannot be redacted: ${explainBreak(copy.refusal)}`);
}

/** Some recorders write it beside the session's id. */
function repoSha({ lines }: Trajectory, { repoSha: given }: ExportOptions): string {
  const sha = given ?? lines[1]?.repo_sha;
  if (typeof sha === "string" && REPO_SHA.test(sha)) return sha;
  throw new BadInput("--format rlog requires --repo-sha: 6 to 40 hex digits of a commit");
}

function exportPatchBundle(session: Trajectory, options: ExportOptions): void {
  const { out, patch, change = [], payments, signature } = options;
  if (out === undefined) throw new BadInput("--format patch-bundle requires --out");
  const summary = {
    changes: change,
    files: patch === undefined ? null : changedFiles(readText(patch)),
  };
  const bundle = writePatchBundle(session, summary, {
    ...(payments === undefined ? {} : { payments: readPayments(payments) }),
    ...(signature === undefined ? {} : { statement: readStatementFile(signature) }),
  });
  if (!bundle.ok) throw new BadInput(`no bundle: ${explainBreak(bundle.refusal)}`);
  writeFiles(out, Object.entries(bundle.value));
}

function readPayments(file: string): readonly JsonObject[] {
  const receipts = receiptsIn(readJson(file));
  if (receipts.every(isJsonObject)) return receipts.filter(isJsonObject);
  throw new BadInput(`${file} has something else than receipts`);
}

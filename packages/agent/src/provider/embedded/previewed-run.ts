/** One command in the sandbox, with the ends of what it printed on each stream. */
import type { JsonObject } from "@bazaar/kernel";
import type { Run, ShellCommand } from "@bazaar/work";

export interface PreviewedRun {
  readonly run: Run;
  readonly stdoutEnd: string;
  readonly stderrEnd: string;
}

/** In bytes; a text has at most as many characters. */
const MAX_PREVIEW = 16_384;

export async function previewedRun(
  command: ShellCommand,
  run: (command: ShellCommand) => Promise<Run>,
): Promise<PreviewedRun> {
  const ends = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  const ran = await run({
    ...command,
    onOutput: (bytes, stream) => {
      ends[stream] = Buffer.concat([ends[stream], bytes.subarray(-MAX_PREVIEW)]);
      ends[stream] = ends[stream].subarray(-MAX_PREVIEW);
    },
  });
  return { run: ran, stdoutEnd: textOf(ends.stdout), stderrEnd: textOf(ends.stderr) };
}

function textOf(bytes: Buffer): string {
  return bytes.toString("utf8").toWellFormed();
}

/** -1 if it did not end by itself. */
export function exitCodeOf({ exitCode }: Run): number {
  return exitCode ?? -1;
}

/** As the result of a patch lists it. */
export function commandResult(command: string, run: Run): JsonObject {
  return {
    command,
    exit_code: BigInt(exitCodeOf(run)),
    stdout_sha256: run.stdoutSha256,
    stderr_sha256: run.stderrSha256,
  };
}

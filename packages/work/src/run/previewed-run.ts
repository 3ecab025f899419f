/** One command in a sandbox, with the ends of what it printed on each stream. */
import type { Run, ShellCommand } from "../sandbox.ts";

/** A text has at most as many characters, which is what a result may show. */
export const MAX_PREVIEW_BYTES = 16_384;

export interface PreviewedRun {
  readonly run: Run;
  readonly stdoutEnd: string;
  readonly stderrEnd: string;
}

export async function previewedRun(
  command: ShellCommand,
  run: (command: ShellCommand) => Promise<Run>,
  maxBytes: number,
): Promise<PreviewedRun> {
  const ends = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  const ran = await run({
    ...command,
    onOutput: (bytes, stream) => {
      ends[stream] = Buffer.concat([ends[stream], bytes.subarray(-maxBytes)]);
      ends[stream] = ends[stream].subarray(-maxBytes);
    },
  });
  return { run: ran, stdoutEnd: textOf(ends.stdout), stderrEnd: textOf(ends.stderr) };
}

function textOf(bytes: Buffer): string {
  return bytes.toString("utf8").toWellFormed();
}

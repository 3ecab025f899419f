/** `npm run bench -- jobs`: what a job costs beside the work itself. Needs git and bubblewrap. */

import { indexLines } from "./jobs/index-lines.ts";
import { overheadLines } from "./jobs/overhead.ts";
import { verificationLines } from "./jobs/verification.ts";
import { report } from "./measure.ts";

export async function benchJobs(): Promise<void> {
  report([...(await overheadLines()), ...(await verificationLines()), ...(await indexLines())]);
}

/**
 * `npm run simulate -- --seed N --contracts N`: many small worlds, each with its own seed, on all
 * cores. A violation is shrunk to a short script and printed with the command that reproduces it.
 */
import { Worker } from "node:worker_threads";
import { readOptions, USAGE } from "./options.ts";
import { addReach, type Reach } from "./reach.ts";
import type { Found, Progress, Range, Report } from "./worker.ts";

const CONTRACTS_PER_WORLD = 20;

const args = process.argv.slice(2);
if (args.includes("--help")) {
  console.log(USAGE);
  process.exit(0);
}
const options = readOptions(args);
if (typeof options === "string") {
  console.error(`${options}\n\n${USAGE}`);
  process.exit(2);
}
const { seed, signatures, store, plant, world } = options;
const contracts = world === null ? options.contracts : 1;
const first = world ?? 0;
const most = Math.ceil(contracts / CONTRACTS_PER_WORLD);
const workers = Math.max(1, Math.min(options.workers, most));
const startedMs = performance.now();
const total: Progress = {
  contracts: 0,
  entries: 0,
  accepted: 0,
  refused: 0,
  crashes: 0,
  lostAnswers: 0,
  timeFaults: 0,
  absences: 0,
};
const reach: Reach = {};

function run(range: Range): Promise<Found | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: range });
    worker.on("message", (message: Report | Found) => {
      if ("script" in message) resolve(message);
      else add(message);
    });
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (code === 0) resolve(null);
      else reject(new Error(`a simulation thread ended early with ${code}`));
    });
  });
}

function add(report: Report): void {
  for (const name of Object.keys(total) as (keyof Progress)[]) total[name] += report.progress[name];
  addReach(reach, report.reach);
}

const timer = setInterval(() => {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  console.error(`${total.contracts} contracts, ${total.entries} entries, ${seconds} s`);
}, 30_000);

const found = await Promise.all(
  Array.from({ length: workers }, (_, index) =>
    run({
      seed,
      first: first + index,
      stride: workers,
      share: Math.ceil(contracts / workers),
      contracts: CONTRACTS_PER_WORLD,
      store,
      signatures,
      plant,
    }),
  ),
);
clearInterval(timer);

const seconds = (performance.now() - startedMs) / 1_000;
console.log(
  `${total.contracts} contracts, ${total.entries} entries, ${total.accepted} acts accepted, ` +
    `${total.refused} refused, ${total.crashes} crashes, ${total.lostAnswers} lost answers, ` +
    `${total.timeFaults} outages, freezes, full disks and clocks set; ` +
    `${total.absences} absences changed no payout`,
);
for (const [kind, names] of Object.entries(reach)) {
  const rare = Object.entries(names).toSorted(([, one], [, other]) => one - other);
  console.log(`${kind}: ${rare.map(([name, times]) => `${name} ${times}`).join(", ")}`);
}
console.log(`${seconds.toFixed(1)} s, ${(total.contracts / seconds).toFixed(0)} contracts/s`);
const violations = found.filter((failure) => failure !== null);
for (const { world, message, script } of violations) {
  console.log(`\nseed ${seed} world ${world}: ${message}`);
  for (const [index, line] of script.entries()) console.log(`  ${index + 1}. ${line}`);
  const same = `--seed ${seed} --world ${world} --signatures ${signatures} --store ${store}`;
  const planted = plant === null ? "" : ` --plant "${plant}"`;
  console.log(`reproduce: npm run simulate -- ${same}${planted}`);
}
console.log(`${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;

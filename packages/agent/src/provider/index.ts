export { commandWorker } from "./command-worker.ts";
export { embeddedWorker } from "./embedded/embedded-worker.ts";
export type { JobHooks } from "./job-hooks.ts";
export type { PlaceSettings } from "./job-sandbox.ts";
export { listedJobs } from "./listed-jobs.ts";
export { type Price, type PriceBook, USUAL_PRICES } from "./price-book.ts";
export { type ProviderOptions, runProvider } from "./run-provider.ts";
export { verifyOwn } from "./verify-own.ts";
export type { JobRequest, Worker } from "./worker.ts";

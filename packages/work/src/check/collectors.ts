/** The collector of each method that a command can decide; the principal's own decision has none. */
import type { Check } from "@bazaar/kernel";
import type { Collector } from "./collector.ts";
import { collectExitCode } from "./exit-code/exit-code.ts";
import { collectOutput } from "./output-match/output-match.ts";

export const COLLECTORS: Readonly<Partial<Record<Check["method"], Collector>>> = {
  exit_code: collectExitCode,
  output_match: collectOutput,
};

/**
 * The count that ends a test run. Nothing counts as passed that did not run: a suite that fails to
 * load, a crashed runner and an empty run are failures.
 */

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of vitest's JSON report that is counted. */
export interface TestReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

export const PASSED: Tally = { passed: 1, failed: 0, skipped: 0 };
export const FAILED: Tally = { passed: 0, failed: 1, skipped: 0 };
const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, next) => ({
      passed: total.passed + next.passed,
      failed: total.failed + next.failed,
      skipped: total.skipped + next.skipped,
    }),
    NOTHING,
  );
}

/** `report` is undefined if vitest died before writing one. */
export function tallyOf(report: TestReport | undefined, exitCode: number): Tally {
  const counted = sum((report?.testResults ?? []).map(tallySuite));
  const isEmpty = counted.passed + counted.failed === 0;
  // A non-zero exit without a failed test is an error outside any test.
  const isUnexplained = exitCode !== 0 && counted.failed === 0;
  return isEmpty || isUnexplained ? sum([counted, FAILED]) : counted;
}

function tallySuite({ status, assertionResults }: TestReport["testResults"][number]): Tally {
  const counted = sum(assertionResults.map((test) => tallyTest(test.status)));
  return status === "failed" && counted.failed === 0 ? sum([counted, FAILED]) : counted;
}

function tallyTest(status: string): Tally {
  if (status === "passed") return PASSED;
  if (status === "failed") return FAILED;
  return { passed: 0, failed: 0, skipped: 1 };
}

export function countLine({ passed, failed, skipped }: Tally): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}

/** What a test run prints before its count: where the time went, and what did not run and why. */
import { relative } from "node:path";

/** The part of vitest's JSON report that is read here. */
export interface FileReport {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

const SLOWEST_FILES = 10;
const MAX_REASONS = 20;

export function summary(files: readonly FileReport[], root: string): readonly string[] {
  const timed = files.map((file) => ({
    path: relative(root, file.name),
    seconds: (file.endTime - file.startTime) / 1_000,
  }));
  return [
    "Slowest files:",
    ...timed.toSorted(slowestFirst).slice(0, SLOWEST_FILES).map(line),
    "Each package:",
    ...perPackage(timed).toSorted(slowestFirst).map(line),
    ...skipped(files),
  ];
}

interface Timed {
  readonly path: string;
  readonly seconds: number;
}

function slowestFirst(a: Timed, b: Timed): number {
  return b.seconds - a.seconds;
}

function line({ path, seconds }: Timed): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${path}`;
}

function perPackage(files: readonly Timed[]): readonly Timed[] {
  const packages = Map.groupBy(files, ({ path }) => packageOf(path));
  return [...packages].map(([path, inside]) => ({
    path,
    seconds: inside.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
}

/** `packages/guard`, `apps/cli`, `tools`. */
function packageOf(path: string): string {
  const parts = path.split("/");
  return parts.slice(0, ["packages", "apps"].includes(parts[0] ?? "") ? 2 : 1).join("/");
}

/** A test that cannot run, or its suite, says in its title what it needs: "… (needs cargo)". */
function skipped(files: readonly FileReport[]): readonly string[] {
  const titles = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== "passed" && status !== "failed")
    .map(({ fullName }) => fullName);
  if (titles.length === 0) return [];
  const reasons = Map.groupBy(titles, reasonIn);
  const lines = [...reasons].map(
    ([reason, tests]) => `${String(tests.length).padStart(7)}  ${reason}`,
  );
  const more = lines.length - MAX_REASONS;
  return [
    "Skipped:",
    ...lines.slice(0, MAX_REASONS),
    ...(more > 0 ? [`         and ${more} more reasons`] : []),
  ];
}

/** A test may need something beside what its suite needs. */
function reasonIn(title: string): string {
  const needs = [...title.matchAll(/\(needs ([^)]+)\)/g)].map(([, need]) => need);
  return needs.length === 0 ? title : `needs ${needs.join(", ")}`;
}

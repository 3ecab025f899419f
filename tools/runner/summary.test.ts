import { expect, test } from "vitest";
import { type FileReport, summary } from "./summary.ts";

test("time is shown by file and by package, the slowest first", () => {
  const files = [file("packages/guard/src/a.test.ts", 2), file("packages/guard/src/b.test.ts", 3)];
  expect(
    summary([...files, file("tools/c.test.ts", 1), file("apps/cli/d.test.ts", 9)], "/r"),
  ).toEqual([
    "Slowest files:",
    "    9.0 s  apps/cli/d.test.ts",
    "    3.0 s  packages/guard/src/b.test.ts",
    "    2.0 s  packages/guard/src/a.test.ts",
    "    1.0 s  tools/c.test.ts",
    "Each package:",
    "    9.0 s  apps/cli",
    "    5.0 s  packages/guard",
    "    1.0 s  tools",
  ]);
});

test("only the ten slowest files are listed", () => {
  const files = Array.from({ length: 30 }, (_, at) => file(`tools/${at}.test.ts`, at));
  expect(summary(files, "/r").filter((line) => line.endsWith(".test.ts"))).toHaveLength(10);
});

test("skipped tests are listed by what they need", () => {
  const tests = [
    "builds (needs cargo)",
    "crates (needs cargo) link",
    "is left out",
    "as root (needs root) mounts (needs bindfs)",
  ];
  const lines = summary([file("tools/a.test.ts", 1, tests)], "/r");
  expect(lines.slice(lines.indexOf("Skipped:"))).toEqual([
    "Skipped:",
    "      2  needs cargo",
    "      1  is left out",
    "      1  needs root, bindfs",
  ]);
});

function file(path: string, seconds: number, skipped: readonly string[] = []): FileReport {
  return {
    name: `/r/${path}`,
    startTime: 1_000,
    endTime: 1_000 + seconds * 1_000,
    assertionResults: [
      { status: "passed", fullName: "works" },
      ...skipped.map((fullName) => ({ status: "skipped", fullName })),
    ],
  };
}

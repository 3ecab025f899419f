import { expect, test } from "vitest";
import { rawPath } from "../../disk/raw-path.ts";
import type { Change } from "../change.ts";
import { noiseAmong, noiseAt } from "./noise-places.ts";

const AROUND = {
  home: "/home/ada",
  workingTree: rawPath("/home/ada/project"),
  environment: { CARGO_HOME: "/opt/cargo", GOCACHE: "relative" },
};

test.each([
  { path: "/home/ada/.npm/_logs/2026-01-01T00_00_00-debug-0.log", is: "npm log" },
  { path: "/home/ada/.npm/_cacache/index-v5/ab/cd", is: "npm cache" },
  { path: "/home/ada/.npm/other", is: null },
  { path: "/home/ada/.cache/pip/http-v2/0", is: "pip cache" },
  { path: "/opt/cargo/registry/index/x", is: "cargo cache" },
  { path: "/opt/cargo/bin/tool", is: null },
  { path: "/home/ada/go/pkg/mod/cache/lock", is: "go cache" },
  { path: "/home/ada/go/bin/tool", is: null },
  { path: "/home/ada/.m2/repository/org/a.jar", is: null },
  { path: "/home/ada/.cache/ms-playwright/chromium", is: null },
  { path: "/home/ada/project/src/__pycache__/a.pyc", is: "python cache" },
  { path: "/home/ada/project/.npm/_logs/a.log", is: null },
  { path: "/home/eve/.npm/_logs/a.log", is: null },
])("$path is $is", ({ path, is }) => {
  const noise = noiseAt(rawPath(path), AROUND);
  expect(noise === null ? null : `${noise.tool} ${noise.what}`).toBe(is);
});

test("a project inside a cache is not noise", () => {
  const workingTree = rawPath("/home/ada/.cache/pip/__pycache__/mine");
  const path = rawPath("/home/ada/.cache/pip/__pycache__/mine/a.py");
  expect(noiseAt(path, { ...AROUND, workingTree })).toBeNull();
});

test("a new directory that holds only noise is noise, a removed cache is not", () => {
  const change = (kind: string, path: string, type: string) =>
    ({ kind, path: rawPath(path), after: kind === "delete" ? null : { type } }) as Change;
  const changes = [
    change("add", "/home/ada/.npm", "directory"),
    change("add", "/home/ada/.npm/_logs", "directory"),
    change("add", "/home/ada/.npm/_logs/a.log", "file"),
    change("add", "/home/ada/project/pkg", "directory"),
    change("add", "/home/ada/project/pkg/__pycache__", "directory"),
    change("add", "/home/ada/project/pkg/a.py", "file"),
    change("delete", "/home/ada/project/.pytest_cache", "directory"),
  ];
  const noise = noiseAmong(changes, AROUND);
  expect([...noise.keys()].map(({ path }) => path as string).toSorted()).toEqual([
    "/home/ada/.npm",
    "/home/ada/.npm/_logs",
    "/home/ada/.npm/_logs/a.log",
    "/home/ada/project/pkg/__pycache__",
  ]);
});

import { expect, test } from "vitest";
import { rawPath } from "../../disk/raw-path.ts";
import type { Change } from "../change.ts";
import { noiseAmong, noiseAt } from "./noise-places.ts";

const AROUND = {
  home: "/srv/ada",
  workingTree: rawPath("/srv/ada/project"),
  environment: { CARGO_HOME: "/opt/cargo", GOCACHE: "relative" },
};

test.each([
  { path: "/srv/ada/.npm/_logs/2026-01-01T00_00_00-debug-0.log", is: "npm log" },
  { path: "/srv/ada/.npm/_cacache/index-v5/ab/cd", is: "npm cache" },
  { path: "/srv/ada/.npm/other", is: null },
  { path: "/srv/ada/.cache/pip/http-v2/0", is: "pip cache" },
  { path: "/opt/cargo/registry/index/x", is: "cargo cache" },
  { path: "/opt/cargo/bin/tool", is: null },
  { path: "/srv/ada/go/pkg/mod/cache/lock", is: "go cache" },
  { path: "/srv/ada/go/bin/tool", is: null },
  { path: "/srv/ada/.m2/repository/org/a.jar", is: null },
  { path: "/srv/ada/.cache/ms-playwright/chromium", is: null },
  { path: "/srv/ada/project/src/__pycache__/a.pyc", is: "python cache" },
  { path: "/srv/ada/project/.npm/_logs/a.log", is: null },
  { path: "/srv/eve/.npm/_logs/a.log", is: null },
])("$path is $is", ({ path, is }) => {
  const noise = noiseAt(rawPath(path), AROUND);
  expect(noise === null ? null : `${noise.tool} ${noise.what}`).toBe(is);
});

test("a project inside a cache is not noise", () => {
  const workingTree = rawPath("/srv/ada/.cache/pip/__pycache__/mine");
  const path = rawPath("/srv/ada/.cache/pip/__pycache__/mine/a.py");
  expect(noiseAt(path, { ...AROUND, workingTree })).toBeNull();
});

test("a new directory that holds only noise is noise, a removed cache is not", () => {
  const change = (kind: string, path: string, type: string) =>
    ({ kind, path: rawPath(path), after: kind === "delete" ? null : { type } }) as Change;
  const changes = [
    change("add", "/srv/ada/.npm", "directory"),
    change("add", "/srv/ada/.npm/_logs", "directory"),
    change("add", "/srv/ada/.npm/_logs/a.log", "file"),
    change("add", "/srv/ada/project/pkg", "directory"),
    change("add", "/srv/ada/project/pkg/__pycache__", "directory"),
    change("add", "/srv/ada/project/pkg/a.py", "file"),
    change("delete", "/srv/ada/project/.pytest_cache", "directory"),
  ];
  const noise = noiseAmong(changes, AROUND);
  expect([...noise.keys()].map(({ path }) => path as string).toSorted()).toEqual([
    "/srv/ada/.npm",
    "/srv/ada/.npm/_logs",
    "/srv/ada/.npm/_logs/a.log",
    "/srv/ada/project/pkg/__pycache__",
  ]);
});

import { expect, test } from "vitest";
import { meantWrites } from "./correction.ts";

test.each([
  { path: "/tmp/tmp.x9Q", is: "lost" },
  { path: "/var/tmp/install/app", is: "lost" },
  { path: "/opt/data", is: "lost" },
  { path: "/tmp/node-compile-cache", is: "noise" },
  { path: "/tmp/hsperfdata_ada", is: "noise" },
])("$path, written in the sandbox, is $is", ({ path, is }) => {
  expect(meantWrites([path], { home: "/srv/ada" })).toEqual(is === "lost" ? [path] : []);
});

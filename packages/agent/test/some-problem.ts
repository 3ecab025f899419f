import type { Problem } from "../src/problem.ts";

/** A failed command in a project of nobody in particular. */
export const SOME_PROBLEM: Problem = {
  contract: "c",
  principal: "p",
  command: "make",
  error: "",
  type: "",
  machine: { os: "Linux", arch: "x86_64", packageManagers: [] },
  capabilities: [],
  checks: [],
  mode: "supervised",
  looksLeft: 5,
  attemptsLeft: 5,
  seen: [],
  tried: [],
};

import { expect, test } from "vitest";
import { harmlessEnvironment } from "./environment.ts";

test("only known variables are passed to a jailed command", () => {
  const given = {
    PATH: "/bin",
    LANG: "C",
    LC_ALL: "C",
    JAVA_HOME: "/opt/java",
    AWS_SECRET_ACCESS_KEY: "x",
    GITHUB_TOKEN: "x",
    DATABASE_URL: "x",
    SSH_AUTH_SOCK: "x",
    LD_PRELOAD: "x",
    BASH_ENV: "x",
    PROMPT_COMMAND: "x",
    NODE_OPTIONS: "x",
    LC_SECRET_1: "x",
    UNSET: undefined,
  };
  expect(Object.keys(harmlessEnvironment(given))).toEqual(["PATH", "LANG", "LC_ALL", "JAVA_HOME"]);
});

import { expect, test } from "vitest";
import { detectTaskType, OTHER_TASK } from "./task-type.ts";

test.each([
  ["bash: line 1: gti: command not found", "missing_command"],
  ["sh: 1: pyton: not found", "missing_command"],
  ["bash: ./run.sh: Permission denied", "permission_error"],
  ["ModuleNotFoundError: No module named 'requests'", "missing_module"],
  ["foo.c:1:10: fatal error: bar.h: No such file or directory", "missing_header"],
  ["/usr/bin/ld: cannot find -lm2: No such file or directory", "link_error"],
  ["cp: cannot stat 'a': No such file or directory", "missing_file"],
  ["Error: listen EADDRINUSE: address already in use :::3000", "port_in_use"],
  ["fatal: not a git repository", "git_error"],
  ["Makefile:2: *** missing separator.  Stop.", "syntax_error"],
  ["Tests: 1 failed, 3 tests", "test_failure"],
  ["make: *** [Makefile:3: all] Error 1", "build_error"],
  ["something odd", OTHER_TASK],
  ["", OTHER_TASK],
])("%s is %s", (error, type) => {
  expect(detectTaskType(error)).toBe(type);
});

/**
 * What a patch must leave alone because it decides whether the patch passes.
 *
 * Tests that are there stay as they are; new ones may come, because the changed sources could do whatever
 * a new test can. What configures tests may neither change nor come, because one new file of it can
 * turn off all tests.
 */
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { coveredBy, globProblem } from "./glob.ts";
import { MAX_GLOB_LENGTH } from "./parse-glob.ts";
import type { PatchChange } from "./patch-facts.ts";
import { USUAL_TESTS } from "./usual-tests.ts";

export interface TestProtection {
  readonly tests: readonly string[];
  /** Of the paths that those cover, the ones that may be added. */
  readonly newTests: readonly string[];
  readonly configuration: readonly string[];
  /** Of all these, the ones that may change: the buyer has named them. */
  readonly except: readonly string[];
}

const MAX_GLOBS = 50;
/** Of all patterns. */
const MAX_CHARACTERS = 3_500;

/** What a buyer said of tests: `named` is null if it said nothing, and empty if they may change. */
export interface StatedTests {
  readonly named: readonly string[] | null;
  readonly allowedPaths: readonly string[];
}

/** Null: nothing is protected. */
export function testProtection({ named, allowedPaths }: StatedTests): TestProtection | null {
  if (named === null) return { ...USUAL_TESTS, except: allowedPaths.filter(namesTests()) };
  if (named.length === 0) return null;
  return { tests: [], newTests: [], configuration: named, except: [] };
}

/** A pattern names tests if, read as a path, it is one of theirs: `test/**` does, `**` does not. */
function namesTests(): (pattern: string) => boolean {
  const isUsual = coveredBy([...USUAL_TESTS.tests, ...USUAL_TESTS.configuration]);
  return (pattern) => isUsual(pattern.replace(/^(?:\.\/|\/)/, "").replace(/\/$/, ""));
}

/** Why a change is not accepted, or null. */
export function testProblem(
  protection: TestProtection | null,
): (change: PatchChange) => string | null {
  if (protection === null) return () => null;
  const { tests, newTests, configuration, except } = protection;
  const [isTest, isNewTest] = [coveredBy(tests), coveredBy(newTests)];
  const [isConfiguration, isExcepted] = [coveredBy(configuration), coveredBy(except)];
  return ({ path, isNew }) => {
    if (isExcepted(path)) return null;
    if (isConfiguration(path)) return "decides how tests run";
    if (!isTest(path) || (isNew && isNewTest(path))) return null;
    return isNew ? "is not a test by its own name, but among tests" : "is a test";
  };
}

export function readProtection(read: Fields): TestProtection {
  const protection = {
    tests: readGlobs(read, "tests"),
    newTests: readGlobs(read, "new_tests"),
    configuration: readGlobs(read, "configuration"),
    except: readGlobs(read, "except"),
  };
  if (Object.values(protection).flat().join("").length > MAX_CHARACTERS) {
    read.fault("tests", `all patterns: more than ${MAX_CHARACTERS} characters`);
  }
  return protection;
}

export function protectionJson(protection: TestProtection): JsonObject {
  const { tests, newTests, configuration, except } = protection;
  return { tests, new_tests: newTests, configuration, except };
}

export function readGlobs(read: Fields, name: string): readonly string[] {
  return read.array(name, { max: MAX_GLOBS }, (items, at) => {
    const pattern = items.string(at, { min: 1, max: MAX_GLOB_LENGTH });
    const problem = read.problem === null ? globProblem(pattern) : null;
    if (problem !== null) items.fault(at, `the pattern ${problem}`);
    return pattern;
  });
}

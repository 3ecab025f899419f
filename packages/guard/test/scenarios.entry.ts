/** Runs all scenarios as the current user, one line of JSON each. */
import { SCENARIOS } from "./sandbox-scenarios.ts";
import { tellScenarios } from "./scenario.ts";

await tellScenarios(SCENARIOS);

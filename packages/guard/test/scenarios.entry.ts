/** Runs all scenarios as the current user, one line of JSON each. */
import { SCENARIOS, tellScenarios } from "./sandbox-scenarios.ts";

await tellScenarios(SCENARIOS);

/** Runs the scenarios of growth as the current user, one line of JSON each. */
import { GROWTH_SCENARIOS } from "./growth-scenarios.ts";
import { tellScenarios } from "./scenario.ts";

await tellScenarios(GROWTH_SCENARIOS);

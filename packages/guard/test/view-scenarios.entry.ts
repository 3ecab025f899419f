/** Runs the scenarios of the view as the current user, one line of JSON each. */
import { tellScenarios } from "./scenario.ts";
import { VIEW_SCENARIOS } from "./view-scenarios.ts";

await tellScenarios(VIEW_SCENARIOS);

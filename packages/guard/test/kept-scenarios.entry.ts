/** Runs all scenarios of kept sandboxes as the current user, one line of JSON each. */
import { KEPT_SCENARIOS } from "./kept-scenarios.ts";
import { tellScenarios } from "./scenario.ts";

await tellScenarios(KEPT_SCENARIOS);

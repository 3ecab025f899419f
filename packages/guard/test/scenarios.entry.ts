/** All scenarios, as whoever runs this: one line of JSON each. */
import { SCENARIOS, tellScenarios } from "./sandbox-scenarios.ts";

await tellScenarios(SCENARIOS);

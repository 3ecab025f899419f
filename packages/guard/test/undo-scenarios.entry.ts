/** Runs the scenarios of undo and of kept copies as the current user, one line of JSON each. */
import { COPY_SCENARIOS } from "./copy-scenarios.ts";
import { GIT_UNDO_SCENARIOS } from "./git-undo-scenarios.ts";
import { tellScenarios } from "./scenario.ts";
import { UNDO_SCENARIOS } from "./undo-scenarios.ts";

await tellScenarios([...UNDO_SCENARIOS, ...GIT_UNDO_SCENARIOS, ...COPY_SCENARIOS]);

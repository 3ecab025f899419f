export { MAX_CHECKS_AT_ONCE, ReplayChecker } from "./replay-checker.ts";

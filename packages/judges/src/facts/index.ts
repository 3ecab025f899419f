export { factsJudge } from "./facts-judge.ts";

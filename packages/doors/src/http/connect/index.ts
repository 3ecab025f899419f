export { ACT_WORDS } from "./act-words.ts";
export { type ConnectNeeds, connect } from "./connect.ts";
export type { Fetch } from "./exchange.ts";
export { marketUrlProblem } from "./market-url.ts";
export { signRequest } from "./sign-request.ts";
export { SseReader } from "./sse.ts";
export { actRequest } from "./submit.ts";
export { postEntry, postRequest } from "./submit-post.ts";

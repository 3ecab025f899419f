import { invariant } from "@bazaar/kernel";

const SCHEMES: Readonly<Record<string, string>> = {
  "ws:": "ws:",
  "wss:": "wss:",
  "http:": "ws:",
  "https:": "wss:",
};

/** Why this is not a usable URL of a chat, or null. */
export function chatUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return "expected a URL such as wss://market.example/chat";
  const { protocol, hash, username, password } = new URL(text);
  if (SCHEMES[protocol] === undefined) return "expected wss://, ws://, https:// or http://";
  if (hash !== "") return "expected no #fragment";
  return username === "" && password === "" ? null : "expected no user name and no password";
}

/** The URL of the WebSocket: of a market that is named without a path, `/chat`. */
export function chatUrl(text: string): string {
  const problem = chatUrlProblem(text);
  invariant(problem === null, `${text}: ${problem}`);
  const url = new URL(text);
  const isMarket = url.protocol.startsWith("http");
  if (isMarket && url.pathname === "/") url.pathname = "/chat";
  return url.href.replace(url.protocol, SCHEMES[url.protocol] ?? url.protocol);
}

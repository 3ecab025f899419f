import { invariant } from "@bazaar/kernel";

/** Why this is not a usable URL of a market, or null. */
export function marketUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return "expected a URL such as https://market.example";
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return "expected http:// or https://";
  // The signature covers the path, so a proxy must not strip a prefix.
  if (pathname !== "/" || search !== "" || hash !== "") {
    return "expected only a host and a port, without a path";
  }
  return username === "" && password === "" ? null : "expected no user name and no password";
}

export function originOf(url: string): string {
  const problem = marketUrlProblem(url);
  invariant(problem === null, `${url}: ${problem}`);
  return new URL(url).origin;
}

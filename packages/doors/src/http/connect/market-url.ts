import { invariant } from "@bazaar/kernel";

/** Why a market cannot be reached under this address, or null. */
export function marketUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return "expected an address such as https://market.example";
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return "expected http:// or https://";
  // Requests are signed with their path; a prefix that a proxy takes off would break that.
  if (pathname !== "/" || search !== "" || hash !== "") {
    return "expected only a host and a port, with nothing behind them";
  }
  return username === "" && password === "" ? null : "expected no user name and no password";
}

export function originOf(url: string): string {
  const problem = marketUrlProblem(url);
  invariant(problem === null, `${url}: ${problem}`);
  return new URL(url).origin;
}

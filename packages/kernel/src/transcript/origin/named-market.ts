import { isJsonObject, type JsonObject } from "../../canonical/json.ts";

/**
 * Whether the body of a signed request says that it is for this market. The signature covers no
 * host, so without that any market could take the request for its own, and with it the money.
 *
 * `platform`, in the body or in the contract document, is the market's key; where both are there,
 * both are. Where neither is, the judge's key is enough, if the market is the judge.
 */
export function namesMarket(body: JsonObject, platform: string): boolean {
  const isPlatform = (name: unknown) => typeof name === "string" && name.toLowerCase() === platform;
  const document = isJsonObject(body.contract) ? body.contract : {};
  const named = [body.platform, document.platform].filter((name) => name != null);
  if (named.length > 0) return named.every(isPlatform);
  return isJsonObject(document.judge) && isPlatform(document.judge.pubkey);
}

import { isJsonObject, type JsonObject } from "@bazaar/kernel";

/** More, or longer ones, are nobody's to search for. */
const MAX_NAMES = 50;
const NAME = /^[a-z0-9_]{1,40}$/;

/** What the principal's machine lets a fix use: the capabilities the document calls available. */
export function availableCapabilities({ capabilities }: JsonObject): readonly string[] {
  if (!isJsonObject(capabilities)) return [];
  return Object.entries(capabilities)
    .filter(([, capability]) => isJsonObject(capability) && capability.available === true)
    .map(([name]) => name)
    .filter((name) => NAME.test(name))
    .slice(0, MAX_NAMES);
}

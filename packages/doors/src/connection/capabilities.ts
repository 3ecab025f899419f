import { isJsonObject, type JsonObject } from "@bazaar/kernel";

const MAX_NAMES = 50;
const NAME = /^[a-z0-9_]{1,40}$/;

/** The capabilities that the document says are available to a fix. */
export function availableCapabilities({ capabilities }: JsonObject): readonly string[] {
  if (!isJsonObject(capabilities)) return [];
  return Object.entries(capabilities)
    .filter(([, capability]) => isJsonObject(capability) && capability.available === true)
    .map(([name]) => name)
    .filter((name) => NAME.test(name))
    .slice(0, MAX_NAMES);
}

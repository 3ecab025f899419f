/** Checks a successful answer against its schema in the OpenAPI document. */
import { ed25519Verify } from "@bazaar/keys";
import { expect } from "vitest";
import { ACTS } from "../src/http/acts/acts.ts";
import { reads } from "../src/http/reads/reads.ts";

const ENDPOINTS = [...ACTS, ...reads({ verify: ed25519Verify, isReady: async () => true })];

export function assertDescribed(method: string, path: string, json: unknown): void {
  const [plain = ""] = path.split("?");
  const found = ENDPOINTS.find(
    (endpoint) => endpoint.method === method && patternOf(endpoint.path).test(plain),
  );
  if (found === undefined) return;
  const { error } = found.answer.safeParse(json);
  expect(error, `${method} ${found.path} fits its schema`).toBeUndefined();
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

import { expect, test } from "vitest";
import { artifactHash } from "./artifact-name.ts";
import type { Json } from "./json.ts";

const HASH = "0a".repeat(32);

test.each<{ name: Json | undefined; is: string | null }>([
  { name: `sha256:${HASH}`, is: HASH },
  { name: HASH, is: null },
  { name: `sha256:${HASH}0`, is: null },
  { name: `sha256:${HASH.toUpperCase()}`, is: null },
  { name: `x sha256:${HASH}`, is: null },
  { name: `sha256:${HASH}\n`, is: null },
  { name: 1n, is: null },
  { name: undefined, is: null },
])("$name names $is", ({ name, is }) => {
  expect(artifactHash(name)).toBe(is);
});

/** Reads `.env` files from the working directory up to the repository's root or HOME. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { DotenvFile } from "./known-secrets.ts";

const DOTENV_NAME = /^\.env(?:rc)?(?:\..{1,40})?$/;
/** Examples are committed, and hold no secrets. */
const EXAMPLE = /\.(?:example|sample|template|dist|defaults)$/;
const MAX_PARENTS = 32;
const MAX_FILES = 64;
const MAX_BYTES = 1_000_000;

export function nearbyDotenv(cwd: string, home: string): readonly DotenvFile[] {
  const files: DotenvFile[] = [];
  let directory = resolve(cwd);
  for (let parents = 0; parents < MAX_PARENTS; parents += 1) {
    const names = namesIn(directory);
    for (const name of names.filter((name) => DOTENV_NAME.test(name) && !EXAMPLE.test(name))) {
      const text = files.length < MAX_FILES ? contentOf(join(directory, name)) : null;
      if (text !== null) files.push({ path: join(directory, name), text });
    }
    const parent = dirname(directory);
    if (names.includes(".git") || directory === resolve(home) || parent === directory) break;
    directory = parent;
  }
  return files;
}

/** A command of this user cannot print what this user cannot read. */
function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

function contentOf(path: string): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(path, "utf8") : null;
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

function isUnreadable(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOENT" || code === "EACCES" || code === "EPERM" || code === "ENOTDIR";
}

/** An unquoted value with a `#` in it: Node takes what follows for a comment, other readers do not. */
const VALUE_WITH_HASH =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*([^\s"'`#][^\s#]*#\S*)/gm;

/** Names and values, as shells and libraries read them. */
export function parseDotenv(text: string): readonly (readonly [string, string])[] {
  const withHash = [...text.matchAll(VALUE_WITH_HASH)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  return [
    ...Object.entries(parseEnv(text)).map(([name, value = ""]) => [name, value] as const),
    ...withHash,
  ];
}

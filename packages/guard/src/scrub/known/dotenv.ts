/** Reads `.env` files: those beside the caller and above, up to the repository's root or HOME. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DotenvFile } from "./known-secrets.ts";

const DOTENV_NAME = /^\.env(?:rc)?(?:\..{1,40})?$/;
/** Examples are committed for everybody to read. */
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

/** A directory that cannot be read holds nothing that a command of this user could print. */
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

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(.*)$/;

/** Names and values. Quotes are taken off; a quoted value may go over several lines. */
export function parseDotenv(text: string): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const [, name, rest = ""] = ASSIGNMENT.exec(lines[index] ?? "") ?? [];
    if (name === undefined) continue;
    const quote = /^["'`]/.exec(rest)?.[0];
    if (quote === undefined) {
      pairs.push([name, rest.replace(/\s+#.*$/, "").trim()]);
      continue;
    }
    let value = rest.slice(1);
    while (!value.includes(quote) && index + 1 < lines.length) {
      index += 1;
      value += `\n${lines[index]}`;
    }
    const end = value.indexOf(quote);
    pairs.push([name, end === -1 ? rest.slice(1) : value.slice(0, end)]);
  }
  return pairs;
}

/**
 * `fix scrub < file`: what `fix` would send of a text. Everything but the secrets is copied; bytes that
 * are not UTF-8 become the replacement character, as when they are sent. On a terminal, control
 * characters are made visible.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import type { Readable } from "node:stream";
import {
  knownSecrets,
  makeScrubber,
  nearbyDotenv,
  type RedactedPlace,
  type Scrubbed,
  type Scrubber,
} from "@bazaar/guard/scrub";
import { inertText } from "@bazaar/kernel";
import { BadInput, Command } from "@bazaar/terminal";
import { complain } from "../terminal.ts";

interface Options {
  readonly json?: boolean;
}

export function scrubCommand(): Command {
  return new Command("scrub")
    .description("show what fix would send of a text: secrets are replaced by [REDACTED:category]")
    .argument("[files...]", "files to read instead of standard input")
    .option("--json", "list what was found and where, one JSON object per line")
    .action(run);
}

async function run(files: readonly string[], { json = false }: Options): Promise<void> {
  for (const file of files) await assertReadable(file);
  const dotenv = nearbyDotenv(process.cwd(), homedir());
  // One for all files: a secret that one of them gives away is redacted in those after it.
  const scrubber = makeScrubber({ secrets: knownSecrets(process.env, dotenv) });
  process.stdout.on("error", endWithReader);
  if (files.length === 0 && process.stdin.isTTY)
    complain("reading from the terminal; end with Ctrl+D");
  const sources = files.length === 0 ? [null] : files;
  const counts = new Map<string, number>();
  for (const file of sources) {
    const input = file === null ? process.stdin : createReadStream(file);
    for await (const { text, found } of scrubbed(scrubber, input)) {
      for (const { category } of found) counts.set(category, (counts.get(category) ?? 0) + 1);
      await write(json ? listing(found, file) : shown(text));
    }
  }
  complain(summary(counts));
}

async function assertReadable(file: string): Promise<void> {
  const stats = await stat(file).catch((cause: Error) => {
    throw new BadInput(`cannot read ${file}: ${cause.message}`);
  });
  if (stats.isDirectory()) throw new BadInput(`${file} is a directory: name the files in it`);
}

async function* scrubbed(scrubber: Scrubber, input: Readable): AsyncGenerator<Scrubbed> {
  const stream = scrubber.stream();
  // A byte order mark is part of the text: what goes in comes out.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for await (const bytes of input) yield stream.push(decoder.decode(bytes, { stream: true }));
  yield stream.push(decoder.decode());
  yield stream.end();
}

function shown(text: string): string {
  return process.stdout.isTTY ? inertText(text) : text;
}

function listing(found: readonly RedactedPlace[], file: string | null): string {
  return found
    .map((place) => `${JSON.stringify(file === null ? place : { file, ...place })}\n`)
    .join("");
}

/** Waits for a slow reader, so that a long file is never held in memory. */
async function write(text: string): Promise<void> {
  if (text === "" || process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once("drain", resolve));
}

/** `fix scrub file | head` is not a failure. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
}

function summary(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return "nothing was redacted";
  const parts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`);
  return `${total} redacted: ${parts.join(", ")}`;
}

/** `fix whoami`: the user's key, where it is kept, and the market and home that go with it. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { readKeyFile } from "@bazaar/keys/key-file";
import { Command } from "@bazaar/terminal";
import { readConfig } from "../config.ts";
import { sayJson } from "../contracts/say-json.ts";
import { marketName } from "../contracts/with-market.ts";
import { fixHome } from "../home.ts";
import { say } from "../terminal.ts";
import { ownStateDirectory } from "../undo/own-state-directory.ts";

export function whoamiCommand(): Command {
  return new Command("whoami")
    .description("show your public key, its file, your market and where fix stores data")
    .option("--json", "print one JSON object")
    .action(run);
}

function run({ json = false }: { readonly json?: boolean }): void {
  const own = fixHome(homedir());
  const market = marketName({}, readConfig(own.config));
  const key = existsSync(own.key) ? readKeyFile(own.key).party : null;
  const state = ownStateDirectory();
  if (json) {
    sayJson({ key, key_file: own.key, market: market.url, home: own.directory, state });
    return;
  }
  say(`key     ${key ?? "none yet; your first contract, or fix wallet faucet, creates it"}`);
  say(`file    ${own.key}`);
  say(`market  ${market.text}`);
  say(`home    ${own.directory}`);
  say(`state   ${state} (kept fixes, and copies for fix undo and fix recover)`);
}

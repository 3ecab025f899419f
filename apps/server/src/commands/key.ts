import { createKeyFile, readKeyFile } from "@bazaar/keys/key-file";
import { BadInput, Command, say } from "@bazaar/terminal";
import { readEnvironment } from "../environment.ts";

export function keyCommand(): Command {
  return new Command("key")
    .description("print the public key of a key file")
    .argument("[file]", "default: the server's key (FIX_SERVER_KEY)")
    .option("--new", "create the file first, with mode 0600")
    .action(run);
}

function run(file: string | undefined, { new: isNew = false }: { readonly new?: boolean }): void {
  const path = file ?? readEnvironment(process.env).keyPath;
  if (isNew && !createKeyFile(path)) throw new BadInput(`${path} already exists`);
  say(readKeyFile(path).party);
}

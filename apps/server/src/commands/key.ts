import { createKeyFile, readKeyFile } from "@bazaar/keys/key-file";
import { BadInput, Command, say } from "@bazaar/terminal";
import { readEnvironment } from "../environment.ts";

export function keyCommand(): Command {
  return new Command("key")
    .description("print the public identity of a key file")
    .argument("[file]", "the server's own key (FIX_SERVER_KEY) by default")
    .option("--new", "make the file first, with mode 0600")
    .action(run);
}

function run(file: string | undefined, { new: isNew = false }: { readonly new?: boolean }): void {
  const path = file ?? readEnvironment(process.env).keyPath;
  if (isNew && !createKeyFile(path)) throw new BadInput(`${path} exists already`);
  say(readKeyFile(path).party);
}

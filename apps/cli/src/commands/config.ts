/** `fix config [key] [value]`: shows, reads and changes the settings. */
import { homedir } from "node:os";
import { BadInput, Command } from "@bazaar/terminal";
import {
  type Config,
  DEFAULT_CONFIG,
  isConfigKey,
  CONFIG_KEYS as KEYS,
  readConfig,
  setConfig,
} from "../config.ts";
import { fixHome } from "../home.ts";
import { say } from "../terminal.ts";

interface ConfigFlags {
  readonly unset?: boolean;
}

const LONGEST = Math.max(...KEYS.map((key) => key.length));

export function configCommand(): Command {
  return new Command("config")
    .description("show all settings, or read or change one")
    .argument("[key]", KEYS.join(", "))
    .argument("[value]", "the new value")
    .option("--unset", "reset the key to its default")
    .action(run);
}

function run(key: string | undefined, value: string | undefined, { unset = false }: ConfigFlags) {
  const { config: path } = fixHome(homedir());
  if (key === undefined) {
    if (unset) throw new BadInput("--unset needs a key");
    show(readConfig(path), path);
    return;
  }
  if (unset) {
    if (value !== undefined) throw new BadInput("--unset takes a key and no value");
    // Unknown keys too, so that a misspelt one can be removed.
    setConfig(path, key, null);
    return;
  }
  if (!isConfigKey(key)) {
    throw new BadInput(`unknown key "${key}"; the keys are ${KEYS.join(", ")}`);
  }
  const config = value === undefined ? readConfig(path) : setConfig(path, key, value);
  if (value === undefined) say(shown(config, key));
}

function show(config: Config, path: string): void {
  say(path);
  for (const key of KEYS) {
    const note = config[key] === DEFAULT_CONFIG[key] ? "  (default)" : "";
    say(`${key.padEnd(LONGEST)}  ${shown(config, key)}${note}`);
  }
}

function shown(config: Config, key: keyof Config): string {
  return key === "market" && config.market === null ? "the built-in market" : String(config[key]);
}

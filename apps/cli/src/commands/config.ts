/** `fix config [key] [value]`: shows, reads and changes the settings. */
import { homedir } from "node:os";
import { asciiJson, BadInput, Command } from "@bazaar/terminal";
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
  readonly json?: boolean;
}

const LONGEST = Math.max(...KEYS.map((key) => key.length));

export function configCommand(): Command {
  return new Command("config")
    .description("show all settings, or read or change one")
    .argument("[key]", KEYS.join(", "))
    .argument("[value]", "the new value")
    .option("--unset", "reset the key to its default")
    .option("--json", "print all settings, or the one that was read or changed, as JSON")
    .action(run);
}

function run(
  key: string | undefined,
  value: string | undefined,
  { unset = false, json = false }: ConfigFlags,
) {
  const { config: path } = fixHome(homedir());
  if (key === undefined) {
    if (unset) throw new BadInput("--unset needs a key");
    const config = readConfig(path);
    if (json) say(asciiJson(JSON.stringify({ file: path, settings: config })));
    else show(config, path);
    return;
  }
  if (unset && value !== undefined) throw new BadInput("--unset takes a key and no value");
  // An unknown key can be unset if it is in the file: a misspelt one can be removed.
  if (!unset && !isConfigKey(key)) {
    throw new BadInput(`unknown key "${key}"; the keys are ${KEYS.join(", ")}`);
  }
  const isRead = !unset && value === undefined;
  const config = isRead ? readConfig(path) : setConfig(path, key, unset ? null : (value ?? ""));
  const now = isConfigKey(key) ? config[key] : null;
  if (json) say(asciiJson(JSON.stringify({ key, value: now })));
  else if (isRead && isConfigKey(key)) say(shown(config, key));
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

import { type Environment, type EnvironmentSettings, readEnvironment } from "./environment.ts";
import { readSettingsFile, type SettingsFile } from "./settings-file.ts";

/** The checked settings of this program. Never log it: it holds keys. */
export interface Config extends EnvironmentSettings {
  readonly settings: SettingsFile;
}

/** @throws BadInput that names the variable or key and says what was expected. */
export function readConfig(environment: Environment): Config {
  const values = readEnvironment(environment);
  return { ...values, settings: readSettingsFile(values.settingsPath) };
}

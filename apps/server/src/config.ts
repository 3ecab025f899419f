import { type Environment, readEnvironment, type Surroundings } from "./environment.ts";
import { readSettingsFile, type SettingsFile } from "./settings-file.ts";

/** The checked settings of this program. Never log it: it holds keys. */
export interface Config extends Surroundings {
  readonly settings: SettingsFile;
}

/** @throws BadInput that names the variable or key and says what was expected. */
export function readConfig(environment: Environment): Config {
  const surroundings = readEnvironment(environment);
  return { ...surroundings, settings: readSettingsFile(surroundings.settingsPath) };
}

// Loaded before the scripts that need the development tools. `npm install` leaves those out (see
// .npmrc), so that trying the product stays small; they are installed when a script first needs them.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./install-lock.mjs";

const ROOT = join(import.meta.dirname, "..");
// Not a workspace: forge and anvil exist for some platforms only, and npm has no optional
// development dependencies.
const FOUNDRY = join(ROOT, "contracts", "foundry");

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

function isInstalled([name, version], folder) {
  const path = join(folder, "node_modules", name, "package.json");
  return existsSync(path) && readJson(path).version.startsWith(version);
}

function hasDevelopmentTools() {
  const { workspaces } = readJson(join(ROOT, "package.json"));
  const folders = globSync([".", ...workspaces], { cwd: ROOT });
  return folders
    .map((folder) => join(ROOT, folder, "package.json"))
    .filter((path) => existsSync(path))
    .flatMap((path) => Object.entries(readJson(path).devDependencies ?? {}))
    .filter(([name]) => !name.startsWith("@bazaar/"))
    .every((dependency) => isInstalled(dependency, ROOT));
}

function npm(...args) {
  const { status } = spawnSync("npm", [...args, "--loglevel=error"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  console.error("The development tools could not be installed; run `npm install --include=dev`.");
  if (["test", "check"].includes(process.env.npm_lifecycle_event))
    console.log("0 passed, 1 failed");
  process.exit(1);
}

function isFoundryInstalled() {
  return existsSync(join(FOUNDRY, "node_modules", ".package-lock.json"));
}

function installWhatIsMissing() {
  if (!hasDevelopmentTools()) {
    console.log("Installing the development tools.");
    npm("install", "--include=dev");
  }
  if (!isFoundryInstalled()) npm("ci", "--prefix", FOUNDRY);
}

if (!hasDevelopmentTools() || !isFoundryInstalled()) {
  mkdirSync(join(ROOT, "node_modules"), { recursive: true });
  const onWait = () => console.log("Waiting: another script installs the development tools.");
  withLock(join(ROOT, "node_modules", ".installing"), installWhatIsMissing, onWait);
}

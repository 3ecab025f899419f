import { rmSync } from "node:fs";
import { join } from "node:path";

// Runs after `npm install`, in plain JavaScript so that an old Node can read it. It says in one line
// what it could not do, and never makes the installation fail.
removeHeaders();
if (process.features.typescript) await bundleFix();
else console.error(`fix is not bundled and starts more slowly: Node ${process.version} is too old`);

async function bundleFix() {
  try {
    await import("../apps/cli/build.ts");
  } catch (error) {
    const [reason] = error.message.split("\n");
    console.error(`fix is not bundled and starts more slowly: ${reason}`);
  }
}

/** A third of Node's own package is C headers for native addons, and there are none here. */
function removeHeaders() {
  for (const platform of ["linux-x64", "linux-arm64", "win-x64"]) {
    const folder = join(import.meta.dirname, "..", "node_modules", `node-${platform}`, "include");
    rmSync(folder, { recursive: true, force: true });
  }
}

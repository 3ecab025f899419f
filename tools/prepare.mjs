// Runs after `npm install`, in plain JavaScript so that an old Node can read it. It says in one line
// what it could not do, and never makes the installation fail.
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

// Loaded before every script of this repository, in plain JavaScript, because an old Node cannot
// even read the TypeScript that would complain. On most machines npm has already put the Node that
// comes with the dependencies first in the PATH.
const NEEDED = [24, 6];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `Bazaar needs Node ${NEEDED.join(".")} or newer; this is ${process.version}.
The dependencies bring one for Linux and Windows: run \`npm install\` without --omit=optional.
Elsewhere, install Node ${NEEDED.join(".")} or newer and run the command again.`,
  );
  if (["test", "check"].includes(process.env.npm_lifecycle_event))
    console.log("0 passed, 1 failed");
  process.exit(1);
}

import { access } from "node:fs/promises";

/** Says who runs it, for the test of the fixture. */
const [asked = "."] = process.argv.slice(2);
const isReadable = await access(asked).then(
  () => true,
  () => false,
);
console.log(JSON.stringify({ uid: process.getuid?.(), home: process.env.HOME, isReadable }));

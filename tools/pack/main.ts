/** `npm run pack`: writes the package that installs `fix` and `bazaar` without this repository. */
import { basename } from "node:path";
import { pack } from "./pack.ts";

const { path, packedBytes, unpackedBytes, files } = await pack(process.cwd());
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(
  `${basename(path)}: ${megabytes(packedBytes)}, ${megabytes(unpackedBytes)} unpacked, ${files.length} files`,
);
console.log(`To install it: npm install -g ./${basename(path)}`);

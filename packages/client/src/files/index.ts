export { type Saved, saveFiles } from "./save-files.ts";
export { type PlainFile, packSlurp } from "./slurp/pack.ts";
export { type SkippedFile, type Unpacked, unpackSlurp } from "./slurp/unpack.ts";

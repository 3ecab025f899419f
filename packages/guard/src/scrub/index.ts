export { CATEGORIES, type Category, type RedactedPlace } from "./category.ts";
export { foundValues } from "./found-values.ts";
export { nearbyDotenv } from "./known/dotenv.ts";
export type { KnownSecret } from "./known/encodings.ts";
export { type DotenvFile, knownSecrets } from "./known/known-secrets.ts";
export {
  MAX_HELD,
  makeScrubber,
  type Scrubbed,
  type Scrubber,
  type ScrubStream,
} from "./scrubber.ts";
export { scrubEscaped, withoutEscapes } from "./unescaped.ts";

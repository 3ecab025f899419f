/** Unusable input. The message is for the user: printed without a stack, exit code 2. */
export class BadInput extends Error {
  override name = "BadInput";
}

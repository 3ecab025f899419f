/** Something a person gave us that we cannot use. Its text is for that person: no stack, exit 2. */
export class BadInput extends Error {
  override name = "BadInput";
}

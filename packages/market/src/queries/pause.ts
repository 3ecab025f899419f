/** Lets others have their turn between two pages of a long reading. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** An error's message and, if it has one, its cause's: `cannot open x: file is not a database`. */
export function messageWithCause({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/**
 * Short messages between the processes of one market, for what is not stored: who is connected, and
 * what is said to them.
 *
 * A process gets what the others publish, not its own messages, and those of one process in the
 * order in which they were published. Messages may be lost or come twice: readers number them.
 */
export interface Bus {
  publish(message: string): void;
  /** Ends with the returned function. */
  subscribe(listener: (message: string) => void): () => void;
}

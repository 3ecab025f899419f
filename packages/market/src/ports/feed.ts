/**
 * "The feed is at N": how processes and readers learn that there is something new to read.
 *
 * It may lose, repeat or reorder what it carries. The store alone knows what happened; whoever
 * listens reads on from the last number it has seen, so a lost word costs time and nothing else.
 */
export interface Feed {
  publish(no: number): void;
  /** Ends with the returned function. */
  subscribe(listener: (no: number) => void): () => void;
}

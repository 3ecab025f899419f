/**
 * "The feed is at N": tells processes and readers that there are new entries.
 *
 * It may lose, repeat or reorder messages. Listeners read on from the last number they have seen,
 * so a lost message costs time and nothing else.
 */
export interface Feed {
  publish(no: number): void;
  /** Ends with the returned function. */
  subscribe(listener: (no: number) => void): () => void;
}

/** The server's clock. It alone decides every deadline. */
export interface Clock {
  nowMs(): number;
}

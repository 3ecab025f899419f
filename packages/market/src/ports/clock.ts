/** The server's clock. Every deadline is decided by it and by nobody else's. */
export interface Clock {
  nowMs(): number;
}

/** What the operator decides about every door. */
export interface ListenSettings {
  readonly limits: Limits;
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Origins of the web pages that may use this server, such as `https://example.org`; `*` is all. */
  readonly allowedOrigins: readonly string[];
  /** It serves its own machine only, and requests must call it by one of that machine's own names. */
  readonly isLocal: boolean;
}

export interface Limits {
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly requestMs: number;
  /** All requests from one address, signed or not. */
  readonly perAddress: Rate;
  /**
   * How long the process may be busy with requests from one address, in a minute: by default a tenth
   * of it. An act takes less than a millisecond.
   */
  readonly busyMsPerAddress: number;
  /** Signed requests from one address: each costs a verification. */
  readonly signedPerAddress: Rate;
  /** Acts of one key, after its signature was verified. */
  readonly perIdentity: Rate;
  /**
   * Messages of one key. Each moves the head of a chain, and an entry signed for the old head must
   * be signed again: messages must not keep a dispute from being filed in time.
   */
  readonly talkPerIdentity: Rate;
  /** Open connections; more are closed at once. */
  readonly connections: number;
  /** Open connections from one address; trusted proxies are not counted. */
  readonly connectionsPerAddress: number;
  /** Open event streams and WebSockets together. */
  readonly streams: number;
  readonly streamsPerAddress: number;
  /** Unread bytes after which a stream or WebSocket is closed as too slow. */
  readonly streamBufferBytes: number;
  /** How many requests may be held, and for how long: existing clients give up after 30 seconds. */
  readonly heldRequests: number;
  readonly heldPerAddress: number;
  readonly holdMs: number;
  /**
   * Characters of transcripts and lists that are read, written and sent at once. Each takes some four
   * bytes of memory.
   */
  readonly answerLength: number;
  readonly answerLengthPerAddress: number;
  /** How long running requests get to finish when the door closes. */
  readonly closeMs: number;
}

export interface Rate {
  readonly requests: number;
  readonly seconds: number;
}

export const DEFAULT_LISTEN_SETTINGS: ListenSettings = {
  limits: {
    bodyBytes: 512 * 1024,
    headerBytes: 16 * 1024,
    requestMs: 30_000,
    perAddress: { requests: 1_200, seconds: 60 },
    busyMsPerAddress: 6_000,
    signedPerAddress: { requests: 600, seconds: 60 },
    perIdentity: { requests: 300, seconds: 60 },
    talkPerIdentity: { requests: 30, seconds: 60 },
    connections: 10_000,
    connectionsPerAddress: 256,
    streams: 5_000,
    streamsPerAddress: 50,
    streamBufferBytes: 256 * 1024,
    heldRequests: 1_000,
    heldPerAddress: 50,
    holdMs: 25_000,
    answerLength: 2 ** 27,
    answerLengthPerAddress: 2 ** 24,
    closeMs: 10_000,
  },
  trustedProxies: [],
  allowedOrigins: ["*"],
  isLocal: false,
};

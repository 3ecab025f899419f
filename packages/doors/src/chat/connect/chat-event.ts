/** What a chat client hands out. Agents are written `@id`, channels `#name`, as on the wire. */

/** Why something was not done. Texts of the server are bounded and inert. */
export interface ChatProblem {
  /**
   * The server's code, such as `NOT_INVITED`, or one of this client: `offline` (nothing was sent),
   * `unknown` (it was sent, and the connection ended before an answer), `no_answer`, `closed`.
   */
  readonly code: string;
  /** The code of the protocol's description, where the server has another. */
  readonly specCode: string | null;
  readonly message: string;
}

export type ChatAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: ChatProblem };

/** This client, as the server knows it. */
export interface Me {
  readonly id: string;
  readonly name: string;
  /** Whether it has proven a key; without one it has another id after each reconnect. */
  readonly isVerified: boolean;
  readonly server: string;
}

export interface ChatMember {
  readonly id: string;
  readonly name: string;
  readonly isVerified: boolean;
}

export interface ChatPerson extends ChatMember {
  readonly presence: string;
  readonly statusText: string | null;
}

export interface ChatMessage {
  /** `@server` is the server itself. */
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
  readonly content: string;
  /** When the server took it. */
  readonly atMs: number;
  /** Null from servers that number no messages. */
  readonly id: string | null;
  readonly inReplyTo: string | null;
  /** Not checked by the server. */
  readonly signature: string | null;
  /** From the kept lines of a channel that was joined. */
  readonly isReplay: boolean;
  /** Sent by this agent. */
  readonly isOwn: boolean;
}

export interface ChatSkill {
  readonly agent: string;
  readonly capability: string;
  readonly description: string | null;
  readonly rate: number | null;
  readonly currency: string | null;
}

export type ChatEvent =
  | { readonly type: "connected"; readonly me: Me; readonly isAgain: boolean }
  | { readonly type: "disconnected"; readonly problem: ChatProblem; readonly retryMs: number }
  /** There will be no other connection: the server does not want this agent, or another has its key. */
  | { readonly type: "ended"; readonly problem: ChatProblem }
  | { readonly type: "message"; readonly message: ChatMessage }
  /** Lines before the next ones of the channel may be missing: it kept fewer than were said. */
  | { readonly type: "gap"; readonly channel: string }
  /** A channel that could not be joined again after a reconnect. */
  | { readonly type: "lost_channel"; readonly channel: string; readonly problem: ChatProblem }
  | { readonly type: "chunk"; readonly from: string; readonly content: string }
  | { readonly type: "joined"; readonly channel: string; readonly agent: ChatMember }
  | { readonly type: "left"; readonly channel: string; readonly agent: string }
  | {
      readonly type: "presence";
      readonly agent: string;
      readonly name: string;
      readonly presence: string;
      readonly statusText: string | null;
    }
  | { readonly type: "nick"; readonly agent: string; readonly from: string; readonly to: string }
  | {
      readonly type: "typing";
      readonly agent: string;
      readonly name: string;
      readonly channel: string;
    }
  /** The server refused something that has no answer, such as a chunk. */
  | { readonly type: "refused"; readonly problem: ChatProblem };

export function localProblem(code: string, message: string): ChatProblem {
  return { code, specCode: null, message };
}

import type { Answer, AskJudge, JsonObject, Transcript } from "@bazaar/kernel";

/** Everything a judge gets: the transcript, and which tier must answer by when. */
export interface CaseFile {
  readonly question: AskJudge;
  readonly transcript: Transcript;
}

/** One opinion on one case. `details` (model, prompt hash, flags) go into the entry unchanged. */
export interface Opinion {
  readonly answer: Extract<
    Answer,
    | "fulfilled"
    | "canceled"
    | "impossible"
    | "evil_agent"
    | "evil_principal"
    | "evil_both"
    | "split"
    | "refused"
    | "unreadable"
  >;
  readonly reasoning: string;
  readonly details: JsonObject;
}

export interface Judge {
  /** @throws JudgeUnavailable when there is no answer; asked again until the time is up. */
  opine(file: CaseFile): Promise<Opinion>;
}

/** The judge could not be reached. The court's deadline decides what silence means. */
export class JudgeUnavailable extends Error {
  override name = "JudgeUnavailable";
}

import type { Answer, AskJudge, JsonObject, Transcript } from "@bazaar/kernel";

/** Everything a judge may know: the transcript, and which bench is to answer by when. */
export interface CaseFile {
  readonly question: AskJudge;
  readonly transcript: Transcript;
}

/** One opinion on one case. What it adds (model, prompt hash, flags) goes into the entry whole. */
export interface Opinion {
  readonly answer: Extract<
    Answer,
    | "fulfilled"
    | "canceled"
    | "impossible"
    | "evil_agent"
    | "evil_principal"
    | "evil_both"
    | "refused"
    | "unreadable"
  >;
  readonly reasoning: string;
  readonly details: JsonObject;
}

export interface Judge {
  /** @throws JudgeUnavailable when nobody answered; asked again until the time is up. */
  opine(file: CaseFile): Promise<Opinion>;
}

/** The judge could not be reached. Silence is the court's clock to decide, not ours. */
export class JudgeUnavailable extends Error {
  override name = "JudgeUnavailable";
}

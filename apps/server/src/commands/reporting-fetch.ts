/** Reports whether a market answers, each time that changes. */
import { networkProblem } from "@bazaar/doors/http/connect";

interface Reports {
  readonly onAnswer: () => void;
  readonly onFailure: (error: unknown) => void;
  /** Once aborted, failed requests are not reported. */
  readonly stopping: AbortSignal;
}

/** `fetch` that reports. */
export function reportingFetch(reports: Reports): (sent: Request) => Promise<Response> {
  const { onAnswer, onFailure, stopping } = reports;
  let answered: boolean | null = null;
  const report = (isAnswered: boolean, say: () => void): void => {
    if (answered === isAnswered || stopping.aborted) return;
    answered = isAnswered;
    say();
  };
  return async (sent) => {
    try {
      const answer = await fetch(sent);
      report(true, onAnswer);
      return answer;
    } catch (error) {
      // What we ended ourselves, such as following a contract that is over, says nothing.
      if (!sent.signal.aborted) report(false, () => onFailure(error));
      throw error;
    }
  };
}

export function unansweredWords(url: string, error: unknown): string {
  const problem = networkProblem(error);
  return `${url} does not answer${problem === null ? "" : ` (${problem})`}`;
}

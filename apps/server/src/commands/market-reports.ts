/** Reports whether a market answers, each time that changes. */
import type { MarketUnavailable } from "@bazaar/doors/connection";
import { networkProblem } from "@bazaar/doors/connection";
import type { ConnectNeeds } from "@bazaar/doors/http/connect";

interface Reports {
  readonly onAnswer: () => void;
  /** With what is wrong, as a clause. */
  readonly onFailure: (problem: string) => void;
}

/** The `onOutcome` of a connection. */
export function marketReports(
  url: string,
  { onAnswer, onFailure }: Reports,
): NonNullable<ConnectNeeds["onOutcome"]> {
  let answered: boolean | null = null;
  return (problem) => {
    const isAnswered = problem === null;
    if (answered === isAnswered) return;
    answered = isAnswered;
    if (problem === null) onAnswer();
    else onFailure(unansweredWords(url, problem));
  };
}

function unansweredWords(url: string, error: MarketUnavailable): string {
  if (error.cause === undefined) return error.message;
  const problem = networkProblem(error.cause);
  return `${url} does not answer${problem === null ? "" : ` (${problem})`}`;
}

/** Whether a market answers, told each time that changes. */

interface Told {
  readonly onThere: () => void;
  readonly onGone: () => void;
  /** Aborted where nobody wants an answer any more: requests that fail then say nothing. */
  readonly leaving: AbortSignal;
}

/** The same requests; whoever sends them is told nothing new. */
export function noticing({ onThere, onGone, leaving }: Told): (sent: Request) => Promise<Response> {
  let isThere: boolean | null = null;
  const notice = (isNowThere: boolean): void => {
    if (isThere === isNowThere || leaving.aborted) return;
    isThere = isNowThere;
    if (isNowThere) onThere();
    else onGone();
  };
  return async (sent) => {
    try {
      const answer = await fetch(sent);
      notice(true);
      return answer;
    } catch (error) {
      notice(false);
      throw error;
    }
  };
}

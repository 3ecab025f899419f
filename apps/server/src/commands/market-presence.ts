/** Reports whether a market answers, each time that changes. */

interface Told {
  readonly onThere: () => void;
  readonly onGone: () => void;
  /** Once aborted, failed requests are not reported. */
  readonly leaving: AbortSignal;
}

/** `fetch`, with reports on the side. */
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

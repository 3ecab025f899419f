import { delimiter, dirname, join } from "node:path";

/** The user's own market and models are no part of a demo. */
const OWN = /^(?:FIX|BAZAAR|OPENROUTER)_/;

/** Of programs whose user lives in `home`. */
export function environmentIn(home: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !OWN.test(name));
  // The Node that runs the demo comes first.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  // Root's state is kept outside its home unless this variable says otherwise.
  const own = { HOME: home, XDG_STATE_HOME: join(home, "state"), PATH: path };
  return { ...Object.fromEntries(others), ...own };
}

/**
 * Access to models, from the environment: for a market's judges, an agent and `fix`. Several of
 * these variables are secrets; their values are never logged.
 */
import { BadInput } from "@bazaar/terminal/bad-input";

export interface ModelAccess {
  readonly anthropicKey: string | null;
  readonly openRouterKey: string | null;
  /** Any OpenAI-compatible server; used before both keys. */
  readonly baseUrl: string | null;
  readonly baseUrlKey: string | null;
  /** The model to ask there. */
  readonly model: string | null;
}

/** @throws BadInput when the URL is not valid or contains a secret. */
export function readModelAccess(
  environment: Readonly<Record<string, string | undefined>>,
): ModelAccess {
  const read = (name: string): string | null => environment[name]?.trim() || null;
  return {
    anthropicKey: read("FIX_API_KEY"),
    openRouterKey: read("OPENROUTER_API_KEY"),
    baseUrl: readUrl(read("BAZAAR_MODEL_URL")),
    baseUrlKey: read("BAZAAR_MODEL_KEY"),
    model: read("BAZAAR_MODEL"),
  };
}

function readUrl(text: string | null): string | null {
  if (text === null) return null;
  // The text itself is not repeated: a URL may have a password in it.
  if (/^https?:\/\//.test(text) && URL.canParse(text)) {
    refuseCredentials(text);
    return text;
  }
  throw new BadInput("BAZAAR_MODEL_URL: expected a URL such as http://127.0.0.1:11434/v1");
}

/** URLs appear in errors and transcripts, so they must not contain a secret. */
function refuseCredentials(text: string): void {
  const { username, password } = new URL(text);
  if (username === "" && password === "") return;
  throw new BadInput(
    "BAZAAR_MODEL_URL: has a user name or a password in it; put the secret into BAZAAR_MODEL_KEY",
  );
}

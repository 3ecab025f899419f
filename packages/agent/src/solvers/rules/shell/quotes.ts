/** Where quotes open in shell text and are not closed. */
const MAX_LINES = 2_000;

/** Where the quote starts that is never closed, or -1. */
export function openQuote(text: string, { hasComments = false } = {}): number {
  let open = -1;
  for (let at = 0; at < text.length; at += 1) {
    const here = text.charAt(at);
    const mark = open === -1 ? "" : text.charAt(open);
    const isComment = hasComments && here === "#" && open === -1;
    if (isComment && /^$|[\s;&|(]/.test(text.charAt(at - 1))) return -1;
    if (here === "\\" && mark !== "'") at += 1;
    else if (open === -1 && (here === "'" || here === '"')) open = at;
    else if (here === mark) open = -1;
  }
  return open;
}

export interface OpenLine {
  readonly line: number;
  readonly text: string;
  /** Where the quote stands in it. */
  readonly at: number;
}

/** Lines that, each read on its own, leave a quote open; here-documents are left out. */
export function openLines(script: string): readonly OpenLine[] {
  const found: OpenLine[] = [];
  let tag: string | null = null;
  for (const [index, text] of script.split("\n").slice(0, MAX_LINES).entries()) {
    if (tag !== null) {
      if (text.trim() === tag) tag = null;
      continue;
    }
    tag = /(?<!<)<<-?\s*['"]?(\w{1,40})['"]?/.exec(text)?.[1] ?? null;
    const at = openQuote(text, { hasComments: true });
    if (at !== -1) found.push({ line: index + 1, text, at });
  }
  return found;
}

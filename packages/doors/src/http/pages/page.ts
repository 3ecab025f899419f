/**
 * A page without scripts or external resources.
 *
 * The template escapes every value, and the content security policy allows only this one style, so
 * even unescaped text could not run anything.
 */
import { createHash } from "node:crypto";
import { RESPONSE_HEADERS } from "../../listen/response-headers.ts";
import { Html, html } from "./html.ts";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c1c1c; background: #fdfdfc; }
code, pre { font: 14px/1.45 ui-monospace, monospace; background: #f0efec; border-radius: 3px; }
code { padding: 0 .25em; overflow-wrap: break-word; }
pre { padding: .75em 1em; white-space: pre-wrap; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #ddd; } h3 { margin: 2rem 0 .25rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
tr { border-top: 1px solid #eee; }
td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; }
td:first-child { white-space: nowrap; } td:nth-child(2) { width: 30%; }
td:nth-child(3) { width: 45%; }
summary { cursor: pointer; } .quiet { color: #666; }
@media (max-width: 40rem) {
  tr, td, td:nth-child(n) { display: block; width: auto; white-space: normal; padding: 0; }
  tr { padding: .3rem 0; }
}
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const PAGE_HEADERS = {
  ...RESPONSE_HEADERS,
  "Content-Security-Policy": POLICY,
  "Content-Type": "text/html; charset=UTF-8",
};

export function pageText(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${new Html(STYLE)}</style></head>
<body>${content}</body></html>
`.text;
}

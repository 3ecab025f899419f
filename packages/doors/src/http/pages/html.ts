/**
 * HTML from a template: every value is escaped, except HTML made here and lists of it. So what
 * strangers wrote is always shown as text.
 */
export class Html {
  readonly text: string;

  /** Only for text that is HTML already; never for anything a stranger wrote. */
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Value[];

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    parts.map((part, at) => (at === 0 ? part : `${textOf(values[at - 1] ?? "")}${part}`)).join(""),
  );
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(textOf).join("");
  return String(value).replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

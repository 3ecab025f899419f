/**
 * HTML from a template. Every value is escaped unless it is HTML made by this tag, so text from
 * strangers is always shown as text.
 */
export class Html {
  readonly text: string;

  /** Only for trusted HTML, never for text from strangers. */
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

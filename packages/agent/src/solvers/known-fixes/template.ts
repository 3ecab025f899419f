/**
 * Turns a fix into a template without the names of one machine, and back with those of another.
 *
 * The names come from untrusted output. Only words that mean nothing to a shell are filled in;
 * otherwise the fix does not apply.
 */
const PLAIN_WORD = /^[A-Za-z0-9_.~/][A-Za-z0-9_./@%+:=,-]{0,300}$/;
const PLACE = /\{\{([0-9]{1,3})\}\}/g;
/** Shorter names occur by chance, such as the 2 of `2>&1`. */
const LEAST_LENGTH = 3;

/** Null if the text contains placeholders already. */
export function toTemplate(text: string, slots: readonly string[]): string | null {
  if (text.search(PLACE) !== -1) return null;
  const named = slots
    .map((slot, at) => ({ slot, at }))
    .filter(({ slot }) => slot.length >= LEAST_LENGTH)
    .sort((a, b) => b.slot.length - a.slot.length);
  return named.reduce(
    (template, { slot, at }) => replaceWord(template, slot, `{{${at + 1}}}`),
    text,
  );
}

/** A name that a template has as it was on one machine. */
export interface FixedName {
  /** Counted from 1, like placeholders. */
  readonly slot: number;
  readonly value: string;
}

/** Where the failure has other names there, the template is about another one: line 12, not line 7. */
export function fixedNames(
  templates: readonly string[],
  slots: readonly string[],
): readonly FixedName[] {
  return slots.flatMap((value, at) =>
    templates.some((text) => isNamedIn(text.replaceAll(PLACE, ""), value))
      ? [{ slot: at + 1, value }]
      : [],
  );
}

/** `12` is named in `12s/a/b/`, and not in `123`. */
function isNamedIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isPart = /\d/.test(text.charAt(at - 1)) || /\d/.test(text.charAt(at + name.length));
    if (!isPart) return true;
  }
  return false;
}

/** Whether a template names a path that is none of the failure's: it is one of that machine. */
export function namesPlaces(template: string): boolean {
  return /[\w.@+~-]\/|\/[\w.@+~-]/.test(template.replaceAll(PLACE, "_"));
}

/** Null if a placeholder has no safe value. */
export function fromTemplate(template: string, slots: readonly string[]): string | null {
  let isFilled = true;
  const text = template.replaceAll(PLACE, (_, number: string) => {
    const slot = slots[Number(number) - 1];
    if (slot !== undefined && PLAIN_WORD.test(slot)) return slot;
    isFilled = false;
    return "";
  });
  return isFilled ? text : null;
}

/** Replaces a word where it is not part of a longer one. */
function replaceWord(text: string, word: string, by: string): string {
  let replaced = "";
  let from = 0;
  for (;;) {
    const at = text.indexOf(word, from);
    if (at === -1) return replaced + text.slice(from);
    const end = at + word.length;
    const isWhole = !/[\w./-]/.test(text.charAt(at - 1)) && !/[\w/-]/.test(text.charAt(end));
    replaced += text.slice(from, at) + (isWhole ? by : word);
    from = end;
  }
}

/**
 * A repair with the names of one machine taken out, and put back with those of another.
 *
 * What is put into shell text comes from a stranger's error. Only words that no shell would act on
 * go in, whole and unquoted; anything else and the repair does not fit.
 */
const PLAIN_WORD = /^[A-Za-z0-9_.~/][A-Za-z0-9_./@%+:=,-]{0,300}$/;
const PLACE = /\{\{([0-9]{1,3})\}\}/g;
/** Short ones occur by chance: the 2 of `2>&1` is nobody's line number. */
const LEAST_LENGTH = 3;

/** Null where the text has places of its own, which nobody could tell apart. */
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

/** Null where a place has nothing plain to be filled with. */
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

/** Replaces a word where it stands for itself, and not as a part of a longer one. */
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

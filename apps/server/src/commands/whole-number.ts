import { BadInput } from "@bazaar/terminal";

/** @throws BadInput that names the option. */
export function wholeNumber(option: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^[0-9]{1,9}$/.test(text) && number >= min && number <= max) return number;
  throw new BadInput(`${option}: expected a whole number from ${min} to ${max}, got "${text}"`);
}

import { BTC, parseAmount } from "@bazaar/kernel";

const MSATS = 1_000n;
const SAT_DECIMALS = 3;

/** An amount as a market writes it. Bitcoin is shown in sats, as the options of our commands have it. */
export function moneyWords(amount: string, currency: string): string {
  const units = currency === BTC.code ? parseAmount(amount, BTC) : null;
  if (units === null || !units.ok) return `${amount} ${currency}`;
  const rest = String(units.value % MSATS)
    .padStart(SAT_DECIMALS, "0")
    .replace(/0+$/, "");
  const sats = `${units.value / MSATS}${rest === "" ? "" : `.${rest}`}`;
  return `${sats} ${sats === "1" ? "sat" : "sats"}`;
}

import { CUSTODY, type RailName, type Role } from "@bazaar/kernel";

/** The Green Mountain State Wolfdog Refuge, as the `fix` protocol says. */
const NANO_CHARITY = "nano_1q3hsjq6tmj1tne66rymctadqbi8ijtak7x1fr5dkmesnkdrqxnoojttcgok";

type House = Extract<Role, "platform" | "charity" | "burn">;

/** Where fees and forfeits go. On the market's own books each role has an account of its name. */
export function houseAccounts(platformAddress: string | null) {
  const addresses: Partial<Record<RailName, Partial<Record<House, string | null>>>> = {
    nano: { platform: platformAddress, charity: NANO_CHARITY },
  };
  return (rail: RailName, role: House): string | null =>
    CUSTODY[rail].isOnOwnBooks ? role : (addresses[rail]?.[role] ?? null);
}

import type { RailName, Role } from "@bazaar/kernel";

/** The Green Mountain State Wolfdog Refuge, as the `fix` protocol says. */
const NANO_CHARITY = "nano_1q3hsjq6tmj1tne66rymctadqbi8ijtak7x1fr5dkmesnkdrqxnoojttcgok";

/** Where fees and forfeits go. On the ledger the platform is paid as the party it is. */
export function houseAccounts(platformAddress: string | null) {
  return (rail: RailName, role: Extract<Role, "platform" | "charity" | "burn">): string | null => {
    if (rail === "ledger") return role;
    if (rail !== "nano") return null;
    if (role === "platform") return platformAddress;
    return role === "charity" ? NANO_CHARITY : null;
  };
}

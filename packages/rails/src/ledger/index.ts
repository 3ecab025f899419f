export { ledgerRail } from "./ledger-rail.ts";

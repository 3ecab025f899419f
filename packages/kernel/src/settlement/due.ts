import { courtFeesDue } from "./court-fees.ts";
import { payAfterVerifyDue } from "./pay-after-verify.ts";
import type {
  CourtFeesPot,
  Funds,
  PayAfterVerifyPot,
  Pot,
  Sides,
  StakePot,
  SymmetricBondPot,
} from "./pot.ts";
import { symmetricBondDue } from "./symmetric-bond.ts";

/** A pot before its deposits are computed. A stake is agreed on, so it is given. */
export type PotParameters =
  | Parameters<SymmetricBondPot, "due">
  | Parameters<CourtFeesPot, "due">
  | Parameters<PayAfterVerifyPot, "due">
  | Parameters<StakePot, never>;

/** Deposits are due at posting unless it says otherwise. */
type Parameters<P extends Pot, Computed extends keyof P> = Omit<P, Computed | "funds"> & {
  readonly funds?: Funds;
};

/** The pot with what its schedule asks of each side. */
export function potOf(parameters: PotParameters, hasCourt: boolean): Pot {
  return { funds: "post", ...parameters, due: due(parameters, hasCourt) };
}

/** What each side must deposit before the contract continues. */
export function due(parameters: PotParameters, hasCourt: boolean): Sides {
  switch (parameters.schedule) {
    case "symmetric-bond":
      return symmetricBondDue(parameters, hasCourt);
    case "court-fees":
      return courtFeesDue(parameters);
    case "pay-after-verify":
      return payAfterVerifyDue(parameters);
    case "stake":
      return parameters.due;
  }
}

import { courtFeesDue } from "./court-fees.ts";
import { payAfterVerifyDue } from "./pay-after-verify.ts";
import type {
  CourtFeesPot,
  PayAfterVerifyPot,
  Pot,
  Sides,
  StakePot,
  SymmetricBondPot,
} from "./pot.ts";
import { symmetricBondDue } from "./symmetric-bond.ts";

/** A pot before its deposits are computed. A stake is agreed on, so it is given. */
export type PotParameters =
  | Omit<SymmetricBondPot, "due">
  | Omit<CourtFeesPot, "due">
  | Omit<PayAfterVerifyPot, "due">
  | StakePot;

/** The pot with what its schedule asks of each side. */
export function potOf(parameters: PotParameters, hasCourt: boolean): Pot {
  return { ...parameters, due: due(parameters, hasCourt) };
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

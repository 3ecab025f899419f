import type { Candidate, ContractId } from "@bazaar/kernel";

/** What the market says when it calls a panel. */
export interface PanelCall {
  /** The ids of the case and of the contract, as its parties know them. */
  readonly dispute: string;
  readonly proposal: string;
  /** 16 bytes in hex that nobody could foresee: with the filer's nonce they decide the draw. */
  readonly serverNonce: string;
  /** Who may sit, by the rule of the contract's court, in any order. */
  readonly pool: readonly Candidate[];
}

/** @throws JudgeUnavailable when it is not known who may sit; asked again until the time is up. */
export type CallPanel = (contract: ContractId) => Promise<PanelCall>;

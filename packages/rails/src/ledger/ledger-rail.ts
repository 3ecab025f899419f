/**
 * Money in the market's own store. Deposits happen inside the act's transaction, so
 * nothing is ever awaited here; a payout is one transfer under the leg's key.
 */
import { type Asset, invariant } from "@bazaar/kernel";
import {
  type Deposit,
  type Finding,
  holdAccount,
  type Ledger,
  ledgerProof,
  type Rail,
  type Transfer,
  WORLD,
} from "@bazaar/market/ports";

interface Message {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
}

export function ledgerRail(ledger: Ledger): Rail {
  return {
    name: "ledger",
    open: async (key) => key,
    async deposits(_sink: (deposit: Deposit) => Promise<void>): Promise<void> {},
    isAccount: async (account) => account !== "",
    async prepare({ key, contract, pot, account, asset, amount }: Transfer): Promise<string> {
      const message: Message = {
        key,
        from: holdAccount(contract, pot),
        to: account,
        asset: asset.code,
        amount: amount.toString(),
      };
      return JSON.stringify(message);
    },
    async send(message: string): Promise<void> {
      const { amount, ...transfer }: Message = JSON.parse(message);
      const isMoved = await ledger.transfer({ ...transfer, amount: BigInt(amount) });
      invariant(isMoved, `${transfer.from} does not hold what it owes for ${transfer.key}`);
    },
    async find(message: string): Promise<Finding> {
      const { key }: Message = JSON.parse(message);
      return (await ledger.isTransferred(key))
        ? { is: "confirmed", proof: ledgerProof(key) }
        : { is: "absent" };
    },
    async balance(asset: Asset): Promise<bigint> {
      // Everything that ever came in and has not left again.
      return -(await ledger.balance(WORLD, asset.code));
    },
  };
}

import type { WalletAddress } from '@fft/contract';
import type { LiftCoin, Pair } from '../../features/money/index.ts';

/** What is to be withdrawn, once it is filled in. */
export interface Plan {
  readonly coin: LiftCoin;
  readonly chain: LiftCoin['chains'][number];
  readonly address: WalletAddress;
  readonly amount: string;
}

/** What is filled in so far. */
export interface Draft {
  readonly pair: Pair;
  readonly address: WalletAddress | null;
  readonly amount: string;
  /** What the server found wrong with the amount. */
  readonly refused: string | undefined;
  readonly setAddress: (address: WalletAddress | null) => void;
  readonly setAmount: (amount: string) => void;
}

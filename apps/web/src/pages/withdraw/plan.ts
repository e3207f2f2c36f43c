import type { WalletAddress } from '@fft/contract';
import type { LiftCoin, Pair } from '../../features/money/index.ts';

/** A complete withdrawal, ready to confirm. */
export interface Plan {
  readonly coin: LiftCoin;
  readonly chain: LiftCoin['chains'][number];
  readonly address: WalletAddress;
  readonly amount: string;
}

/** The input so far. */
export interface Draft {
  readonly pair: Pair;
  readonly address: WalletAddress | null;
  readonly amount: string;
  /** The server's refusal of the amount. */
  readonly refused: string | undefined;
  readonly setAddress: (address: WalletAddress | null) => void;
  readonly setAmount: (amount: string) => void;
}

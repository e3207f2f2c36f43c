import type { KeyRef } from '@fft/chains';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { PaidCoin } from './account-chain.ts';
import type { ChainFacts } from './chain-facts.ts';
import type { ChainCoin } from './coins.ts';
import type { Witness } from './witness.ts';
import type { Alongside, AttemptRow, PaymentRow } from './payments.ts';

/** Where a block stands. */
export interface Place {
  readonly height: number;
  readonly hash: string;
}

export interface ChainBlock extends Place {
  readonly parent: string;
  /** What is in it; read when it is asked for. */
  read(): Promise<BlockContent>;
}

/** Money that came to an address with a block. */
export interface Arrival {
  readonly txid: string;
  /** Within the transaction; never changes when blocks do. */
  readonly position: number;
  /** As deposit addresses are kept. */
  readonly to: string;
  /** The token's contract; null for the chain's own coin. */
  readonly token: string | null;
  /** The chain's smallest units. */
  readonly amount: bigint;
}

export interface BlockContent {
  /** Without what the exchange itself sent. */
  readonly arrivals: readonly Arrival[];
  /** Writes down what else its family has to know of the block, in the transaction that notes the block. */
  keep(transaction: Transaction<Tables>): Promise<void>;
}

/** What is read of a chain, whatever its family. Every method throws where the node can't be reached. */
export interface ChainReader {
  head(): Promise<Place>;
  /** Null where the chain isn't that long. */
  hashAt(height: number): Promise<string | null>;
  block(height: number): Promise<ChainBlock | null>;
  /** Forgets what was kept of blocks above a height, which the chain doesn't have any more. */
  forget(transaction: Transaction<Tables>, height: number): Promise<void>;
}

export interface PaymentOrder {
  readonly purpose: PaymentRow['purpose'];
  readonly reference: number;
  /** Whose coins are paid with, where that makes a difference. */
  readonly key: KeyRef;
  readonly coin: PaidCoin;
  readonly recipient: string;
  /** The chain's smallest units. */
  readonly amount: bigint;
}

/** Whether a payment can be made now: ready; later, when what is on its way has come back; or not without people. */
export type Prepared =
  | { readonly kind: 'ready'; readonly payment: PaymentRow }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly reason: string };

/** What became of a payment that landed. Where it is doubtful it succeeded, and its token doesn't say that it paid: people have to find out whether it did. */
export type Outcome = 'paid' | 'failed' | 'doubtful';

/** How a payment stands on the chain. */
export type Standing =
  | { readonly kind: 'waiting' }
  /** In a block, with so many confirmations by now. The cost is of the chain's own coin. */
  | {
      readonly kind: 'landed';
      readonly outcome: Outcome;
      readonly confirmations: number;
      readonly txid: string;
      readonly cost: bigint;
    }
  /** Something else was spent in its place, so deep that none of its own transactions can land any more. */
  | { readonly kind: 'displaced' };

/** Signs payments, gives them to the chain, keeps at it until they are in a block, and tells how they stand. */
export interface Payer {
  /** The payment of a purpose and reference; reserved, with what it will be paid by, where there is none. */
  prepare(order: PaymentOrder): Promise<Prepared>;
  /**
   * Signs a payment that was reserved, and writes the transaction down with what goes along with it. It is not on the chain yet.
   * @throws SigningRefused, SignerUnavailable, and what `alongside` throws: nothing is written down then
   */
  sign(payment: PaymentRow, alongside?: Alongside): Promise<AttemptRow>;
  /** Gives what was signed to the chain. */
  send(attempt: Pick<AttemptRow, 'raw'>): Promise<void>;
  /** Where a payment stands, at this height of the chain. */
  standing(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<Standing>;
  /** What the bytes of an attempt spend, in the signer's words; null where they hash to another name, or aren't signed to pay just this. */
  slotsOf(payment: PaymentRow, attempt: AttemptRow): Promise<readonly string[] | null>;
  /** Sends a payment that waits again, after a while with a higher fee. */
  pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void>;
  /** Gives back what was reserved for one that was never signed, or can't land any more. */
  forget(payment: PaymentRow): Promise<void>;
}

/** What the exchange has of a coin on a chain. Smallest units. */
export interface Held {
  /** What payments are made from. */
  readonly hot: bigint;
  /** At customers' addresses, and not to be paid with yet. */
  readonly unswept: bigint;
  /** At the cold wallet's address. */
  readonly cold: bigint;
}

/** A chain that is followed: all that custody asks of it. What its family is like stands behind it. */
export interface FollowedChain {
  readonly facts: ChainFacts;
  readonly reader: ChainReader;
  readonly payer: Payer;
  /** What a second node says. */
  readonly witness: Witness;
  /** Where the signer was away when the chain was opened: looks whether it has the keys that the books have. @throws KeysChanged */
  confirmKeys(): Promise<void>;
  /** Brings what came in to where it is paid from, at this height; done again, it does nothing. */
  gather(height: number): Promise<void>;
  held(coin: ChainCoin): Promise<Held>;
  /** Coins of which less is hot than operators want. */
  low(): Promise<string[]>;
  /** The address of the hot wallet. */
  readonly hot: string;
  /** Past this long without a new block the chain stands still, as far as anybody here can see. */
  readonly stalledMs: number;
}

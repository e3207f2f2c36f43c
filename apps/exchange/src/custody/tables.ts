import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AddressFamily } from './address-form.ts';

/**
 * How far a deposit is. `small` is less than is credited. `lost` was credited, and its block is gone: what is left of it is held, until it is `found` again
 * (and given back) or, for good, `reversed`; what was taken then is credited anew where it is `seen` again after all. `orphaned` is the same of one that
 * wasn't credited yet.
 */
export type DepositState = 'seen' | 'small' | 'crediting' | 'credited' | 'orphaned' | 'lost' | 'found' | 'reversed';

export type PaymentState = 'reserved' | 'signed' | 'done' | 'failed';

export interface CustodyTables {
  /** What whoever follows a chain tells those who serve customers. */
  custody_chains: {
    chain: string;
    xpub: string;
    /** Which one of the chains of its name: an EVM chain's number, or the name of a network of Bitcoin's family. */
    network: string;
    confirmations: number;
    /** Tokens' contracts by coin, where they aren't those of the listing. */
    contracts: JSONColumnType<Record<string, string>>;
    /** Public keys of the hot wallets, the oldest first. */
    hot: JSONColumnType<string[]>;
    /** The cold wallet's address. */
    cold: Generated<string | null>;
    /** How many addresses customers had when it was last looked. */
    addresses: Generated<number>;
  };
  /** What was there when it was last looked: decimals of the coin. */
  custody_holdings: {
    chain: string;
    coin: string;
    held: string;
    hot: Generated<string>;
    unswept: Generated<string>;
    cold: Generated<string>;
    time: number;
  };
  chain_blocks: { chain: string; height: number; hash: string };
  /** In one form alone, to be compared. The key of a customer's address is his number on branch 0. */
  deposit_addresses: { address: string; family: AddressFamily; customer: number };
  chain_deposits: {
    id: GeneratedAlways<number>;
    chain: string;
    txid: string;
    /** Within the transaction; never changes when blocks do. */
    position: number;
    customer: number;
    address: string;
    coin: string;
    asset: number;
    /** The ledger's units. */
    amount: number;
    height: number;
    block_hash: string;
    state: DepositState;
    /** Whether the ledger is known to have it; false while it is being credited. */
    in_ledger: Generated<boolean>;
    /** What of it is held now that its block is gone, or was taken for good; and how often it was held. */
    held: Generated<number>;
    holds: Generated<number>;
    /** How far the chain was when it was missed; null where it isn't. */
    lost_height: Generated<number | null>;
    reversals: Generated<number>;
    swept: Generated<boolean>;
    /** The reference of the sweep that takes it, or took it. */
    sweep: Generated<number | null>;
    time: number;
    updated: number;
  };
  chain_payments: {
    id: GeneratedAlways<number>;
    chain: string;
    purpose: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'rotation';
    /** The withdrawal; of a sweep and its gas, the newest deposit that it takes along; else a number that nothing else has. */
    reference: number;
    branch: number;
    key_index: number;
    /** Of chains that count what an address sends. */
    nonce: number | null;
    coin: string;
    recipient: string;
    /** The chain's units, as text. */
    amount: string;
    state: PaymentState;
    /** What the chain took for it, in smallest units of its own coin; null before it is deep enough. */
    cost: Generated<string | null>;
    time: number;
    updated: number;
  };
  /** Every transaction that was signed for a payment; one of them lands. */
  chain_attempts: {
    payment: number;
    txid: string;
    raw: string;
    /** Of chains where a payment takes gas. */
    fee_per_gas: string | null;
    tip_per_gas: string | null;
    /** Of chains where a payment offers a fee in all. */
    fee: string | null;
    time: number;
  };
  /** Transactions of ours that are in blocks, by the blocks that were read; on chains that count what an address sends, whatever our addresses sent. */
  chain_landings: {
    chain: string;
    txid: string;
    sender: string | null;
    nonce: number | null;
    height: number;
  };
  /** Outputs of ours, on chains of Bitcoin's family. */
  utxo_coins: {
    chain: string;
    txid: string;
    vout: number;
    branch: number;
    key_index: number;
    amount: number;
    is_generated: boolean;
    /** Null where its block is gone. */
    height: number | null;
    spent_by: string | null;
    spent_height: number | null;
    /** The payment that it is reserved for, or was spent by. */
    payment: number | null;
    /** What it was made of, as `txid:vout`; of coins that were there before this was noted, nothing. */
    sources: Generated<string[]>;
    /** Its own block is gone, and a block of this height spends what it was made of otherwise. */
    gone_height: Generated<number | null>;
  };
}

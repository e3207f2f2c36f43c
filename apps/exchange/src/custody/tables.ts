import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/**
 * How far a deposit is. `small` is less than is credited. `lost` was credited, and its block is gone: what is left of it is held, until it is `found` again
 * (and credited again) or, for good, `reversed`. `orphaned` is the same of one that wasn't credited yet.
 */
export type DepositState = 'seen' | 'small' | 'crediting' | 'credited' | 'orphaned' | 'lost' | 'found' | 'reversed';

export interface CustodyTables {
  /** What whoever follows a chain tells those who serve customers. */
  custody_chains: {
    chain: string;
    xpub: string;
    chain_id: number;
    confirmations: number;
    /** Tokens' contracts by coin, where they aren't those of the listing. */
    contracts: JSONColumnType<Record<string, string>>;
  };
  chain_blocks: { chain: string; height: number; hash: string };
  /** In small letters. The key of a customer's address is his number on branch 0. */
  deposit_addresses: { address: string; family: 'evm'; customer: number };
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
    /** What of it is held now that its block is gone, and how often that was so. */
    held: Generated<number>;
    holds: Generated<number>;
    swept: Generated<boolean>;
    time: number;
    updated: number;
  };
  chain_payments: {
    id: GeneratedAlways<number>;
    chain: string;
    purpose: 'withdrawal' | 'sweep' | 'gas';
    /** The withdrawal; of a sweep and its gas, the newest deposit that it takes along. */
    reference: number;
    branch: number;
    key_index: number;
    nonce: number;
    coin: string;
    recipient: string;
    /** The chain's units, as text. */
    amount: string;
    state: 'reserved' | 'signed' | 'done' | 'failed';
    time: number;
    updated: number;
  };
  /** Every transaction that was signed for a payment; one of them lands. */
  chain_attempts: {
    payment: number;
    txid: string;
    raw: string;
    fee_per_gas: string;
    tip_per_gas: string;
    time: number;
  };
}

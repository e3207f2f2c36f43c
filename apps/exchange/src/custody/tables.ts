import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely';
import type { Finality, UtxoChainName } from '@fft/chains';
import type { PaymentAct, PaymentAnswer, RecoveryAnswer, RecoveryOutcome } from '@fft/console-contract';
import type { DepositState } from './deposits/deposit-states.ts';

/** Families of addresses: all EVM chains share one, each Bitcoin-like chain has its own. */
export type AddressFamily = 'evm' | UtxoChainName | 'SOL';

export type PaymentTrouble = 'doubtful';

export type PaymentState = 'reserved' | 'signed' | 'done' | 'failed';

export type PaymentRow = Selectable<CustodyTables['chain_payments']>;
export type AttemptRow = Selectable<CustodyTables['chain_attempts']>;

export interface CustodyTables {
  /** Facts of each followed chain, for processes that serve customers. */
  custody_chains: {
    chain: string;
    xpub: string;
    /** The network: an EVM chain id, the name of a UTXO network, or the hash of Solana's first block. */
    network: string;
    confirmations: number;
    /** When a block counts as final beside its depth. */
    finality: Generated<Finality>;
    /** Token contracts by coin, where they differ from the listing. */
    contracts: JSONColumnType<Record<string, string>>;
    /** Public keys of the hot wallets, oldest first. */
    hot: JSONColumnType<string[]>;
    /** Address of the cold wallet. */
    cold: Generated<string | null>;
    /** Number of customers' addresses at the last count. */
    addresses: Generated<number>;
    /** The last block whose deposits both nodes agree on; null before the first comparison, and while a single node is believed. */
    second_scanned: Generated<number | null>;
  };
  /** Holdings at the last check, in decimals of the coin. */
  custody_holdings: {
    chain: string;
    coin: string;
    held: string;
    hot: Generated<string>;
    unswept: Generated<string>;
    cold: Generated<string>;
    time: number;
  };
  /** What hot and cold wallets signed about a day's liabilities. Each signature proves itself. */
  reserve_signatures: { day: string; chain: string; address: string; signature: string; time: number };
  chain_blocks: { chain: string; height: number; hash: string };
  /** Each address in its stored form. Its key is the customer's id on branch 0. */
  deposit_addresses: { address: string; family: AddressFamily; customer: number };
  chain_deposits: {
    id: GeneratedAlways<number>;
    chain: string;
    txid: string;
    /** Position within the transaction; it stays the same when the block changes. */
    position: number;
    customer: number;
    address: string;
    coin: string;
    asset: number;
    /** In the ledger's units. */
    amount: number;
    height: number;
    block_hash: string;
    state: DepositState;
    /** Amount held or taken since its block disappeared, and the number of holds so far. */
    held: Generated<number>;
    holds: Generated<number>;
    /** The chain's height when the deposit was missed; null if it is not missing. */
    lost_height: Generated<number | null>;
    reversals: Generated<number>;
    swept: Generated<boolean>;
    /** Reference of the sweep that takes or took it. */
    sweep: Generated<number | null>;
    /** The recovery that recorded it; null if it was read from a new block. */
    recovery: Generated<number | null>;
    time: number;
    updated: number;
  };
  /** Transactions that operators named because their coins weren't credited. */
  deposit_recoveries: {
    id: GeneratedAlways<number>;
    chain: string;
    txid: string;
    operator: string;
    time: number;
    /** Null while it waits for custody; with custody's MAC. */
    answer: ColumnType<RecoveryAnswer | null, never, string>;
    mac: Generated<string | null>;
    answered: Generated<number | null>;
    /** The two operators who agreed, and when; with a MAC of that. */
    operators: Generated<string | null>;
    agreed: Generated<number | null>;
    agreed_mac: Generated<string | null>;
    outcome: Generated<RecoveryOutcome | null>;
    ended: Generated<number | null>;
  };
  chain_payments: {
    id: GeneratedAlways<number>;
    chain: string;
    purpose: 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'rotation' | 'allowance' | 'batch';
    /** The withdrawal's id; of a sweep and its gas, the newest deposit in it; otherwise a unique number. */
    reference: number;
    branch: number;
    key_index: number;
    /** On chains with nonces. */
    nonce: number | null;
    coin: string;
    recipient: string;
    /** In the chain's units, as text. */
    amount: string;
    state: PaymentState;
    /** The chain's charge in smallest units of its own coin; null until it is deep enough. */
    cost: Generated<string | null>;
    /** What people must find out: it landed, but its token reports no payment. */
    trouble: Generated<PaymentTrouble | null>;
    /** The batch whose transaction pays this withdrawal, and which owns its coins and attempts; null if it has its own. */
    batch: Generated<number | null>;
    time: number;
    updated: number;
  };
  /** What operators ask of payments; custody answers. */
  payment_requests: {
    id: GeneratedAlways<number>;
    payment: number;
    act: PaymentAct;
    operator: string;
    time: number;
    /** Null while it waits. */
    answer: Generated<PaymentAnswer | null>;
    answered: Generated<number | null>;
  };
  /** Every transaction signed for a payment; one of them lands. */
  chain_attempts: {
    payment: number;
    txid: string;
    raw: string;
    /** On chains that charge gas. */
    fee_per_gas: string | null;
    tip_per_gas: string | null;
    /** On chains that charge a total fee. */
    fee: string | null;
    /** On Solana: the last block height that can include it. */
    valid_until: Generated<number | null>;
    time: number;
  };
  /** Our transactions in blocks that were read; on chains with nonces, everything our addresses sent. */
  chain_landings: {
    chain: string;
    txid: string;
    sender: string | null;
    nonce: number | null;
    height: number;
  };
  /** Our outputs on UTXO chains. */
  utxo_coins: {
    chain: string;
    txid: string;
    vout: number;
    branch: number;
    key_index: number;
    amount: number;
    is_generated: boolean;
    /** Null if its block is gone. */
    height: number | null;
    spent_by: string | null;
    spent_height: number | null;
    /** The payment that reserved or spent it. */
    payment: number | null;
    /** The outputs it was made of, as `txid:vout`; empty for coins older than this column. */
    sources: Generated<string[]>;
    /** Height of the block that spends its sources otherwise, if its own block is gone. */
    gone_height: Generated<number | null>;
    /** True once both nodes have it in its block, or our own signed bytes made it. */
    agreed: Generated<boolean>;
  };
}

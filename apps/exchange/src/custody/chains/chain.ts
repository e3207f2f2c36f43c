import type { EvmChainName, Finality, KeyRef, UtxoChainName } from '@fft/chains';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Chain } from '../../assets/networks.ts';
import type { Tables } from '../room.ts';
import type { Authority } from '../../funds/withdrawals/index.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { ChainCoin, ChainCoins } from '../coins.ts';
import type { PublicSide } from '../payments/signer-client.ts';
import type { AddressFamily, AttemptRow, PaymentRow } from '../tables.ts';

/*
 * What custody asks of a chain: all of it is here, and each folder beside this file answers it for one family of chains. `ChainForm` needs no node: addresses and
 * names. `FollowedChain` is an open chain: it reads blocks (`ChainReader`), pays (`Payer`), and gathers what came in (`Gathering`).
 *
 * Amounts are in the chain's smallest units, as bigint, unless a comment says otherwise. Heights count blocks. Where no error is named, a method throws only if its
 * node or the database can't be reached; the caller repeats it in a later round.
 */

/** Chains that custody can follow. */
export type FollowableChain = EvmChainName | Extract<Chain, UtxoChainName | 'SOL'>;

/** A family of chains, without a node. */
export interface ChainForm {
  follows(chain: string): boolean;
  /** The addresses that come from these public keys. `network` as in {@link ChainFacts}. @throws if no network has this name */
  addressesOf(keys: PublicSide, network: string): AddressForm;
  /** Converts a token's contract into the form that is compared. */
  contractOf(written: string): string;
  /** Decimals of the smallest unit of a chain's own coin. */
  readonly ownDecimals: number;
  /** True where one address is valid on several networks. Coins may then arrive on a network that custody doesn't follow, and operators name the transaction. */
  readonly sharesAddresses: boolean;
}

/** A chain's addresses, derived from an extended public key. */
export interface AddressForm {
  readonly family: AddressFamily;
  /** The key of the hot wallet. */
  readonly hot: KeyRef;
  /** The keys of all hot wallets ever used, including the present one. */
  readonly hots: readonly KeyRef[];
  /** The address in the form that is stored and compared. A customer's key has branch 0 and the customer's number. */
  addressOf(key: KeyRef): string;
  /** Converts an address that a person wrote into the stored form. */
  canonical(address: string): string;
  /** True if the text is an address of this chain. */
  isOne(address: string): boolean;
  /** The address in the form that people see. */
  shown(address: string): string;
  /** The URI that wallets read from a QR code: coin, chain and address. */
  uriOf(coin: ChainCoin, address: string): string;
}

/** Facts about a chain that customer-facing calls need. The process that follows the chain records them. */
export interface ChainFacts {
  readonly chain: FollowableChain;
  /** An EVM chain id, the name of a UTXO network, or the hash of Solana's first block. */
  readonly network: string;
  /** Number of blocks, with its own, after which money counts as there for good. */
  readonly confirmations: number;
  /** When a block counts as final beside its depth. */
  readonly finality: Finality;
  readonly coins: ChainCoins;
  readonly addresses: AddressForm;
}

/** When moving coins is worth its fee. */
export interface SweepRules {
  /** The amount must be worth this many times the maximum cost of moving it. */
  readonly costMultiple: number;
  /** Decimals by coin: minimum amount of a token without a price to compare the fee with. Other tokens without a price are not moved. */
  readonly least: Readonly<Record<string, string>>;
}

/** Values units of a coin, in the ledger's units, in millionths of a USDT; null without a reliable price. */
export type Worth = (coin: string, units: bigint) => Promise<bigint | null>;

/** What a family gets to open a chain with. */
export interface OpenChainOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly authority: Authority;
  readonly log: Logger;
  readonly now: () => number;
  readonly sweeping: SweepRules;
  /** Prices that decide if moving coins is worth its fee. */
  readonly worth: Worth;
}

export type TokensOptions = Pick<OpenChainOptions, 'db' | 'directory' | 'authority' | 'log' | 'now'>;

/** Tokens that operators list while the exchange runs, on chains that allow it. */
export interface ListedTokens<Settings> {
  /** Those that the signer lists too, whose contracts are as listed at every node. */
  toOpen(options: TokensOptions): Promise<OpenTokens>;
  /** Answers what operators ask about contracts, as the hot wallet would use them. A question whose nodes are away waits. */
  answerChecks(hot: string, options: TokensOptions): Promise<void>;
  /** Settings to open the chain with these contracts by coin too. */
  settingsWith(contracts: OpenTokens['contracts']): Settings;
}

/** Contracts by coin of a chain's listed tokens, and how many aren't open yet. */
export interface OpenTokens {
  readonly contracts: Readonly<Record<string, string>>;
  readonly waiting: number;
}

/** A chain that is followed. */
export interface FollowedChain {
  readonly facts: ChainFacts;
  /** Reads the first node. */
  readonly reader: ChainReader;
  /** Goes by the first node alone. */
  readonly payer: Payer;
  /** Null if a single node is trusted. */
  readonly second: SecondNode | null;
  /** Reads a transaction that an operator names; only where {@link ChainForm.sharesAddresses}. */
  readonly findTransaction?: FindTransaction;
  /** If the signer was away when the chain was opened: checks that its keys match the books. @throws KeysChanged */
  confirmKeys(): Promise<void>;
  /** Begins a round of work: chooses the nodes that are asked in it. */
  begin(): Promise<void>;
  /** The height that confirmations count from, when the newest block has this one: lower where blocks are final by more than their depth. */
  countedHeight(tip: number): Promise<number>;
  /** Sets up what moves the exchange's own coins. It pays with this payer, and asks the second node so. */
  gathering(by: { readonly payer: Payer; readonly askSecond: AskSecond }): Gathering;
  /** Address of the hot wallet. */
  readonly hot: string;
  /** Without a new block for this long, the chain counts as stalled. */
  readonly stalledMs: number;
}

/** Position of a block. */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

/** Follows heads and finds payments, at one node. */
export interface ChainReader {
  head(): Promise<BlockRef>;
  /** Null if the chain is shorter. */
  hashAt(height: number): Promise<string | null>;
  /** Null if the chain is shorter. */
  block(height: number): Promise<ChainBlock | null>;
  /** Forgets records of blocks above a height, which the chain no longer has. */
  forget(transaction: Transaction<Tables>, height: number): Promise<void>;
}

export interface ChainBlock extends BlockRef {
  readonly parent: string;
  /** Reads the block's content on demand. @throws if the node has it in part only */
  read(): Promise<BlockContent>;
}

/** Money that a block brought to an address. */
export interface Arrival {
  readonly txid: string;
  /** Position within the transaction; it stays the same when the block changes. */
  readonly position: number;
  /** In the stored form of deposit addresses. */
  readonly to: string;
  /** The token's contract; null for the chain's own coin. */
  readonly token: string | null;
  readonly amount: bigint;
}

export interface BlockContent {
  /** Excludes what the exchange itself sent. */
  readonly arrivals: readonly Arrival[];
  /** Records what else the chain's family needs of the block, in the transaction that records the block. */
  keep(transaction: Transaction<Tables>): Promise<void>;
}

/** A transaction that an operator names, read as its block is. */
export interface NamedTransaction extends BlockRef {
  /** False if it failed: then it brought nothing. */
  readonly isGood: boolean;
  /** As the block's reader counts them. */
  readonly arrivals: readonly Arrival[];
  /** What isn't counted: what contracts report that are no coin here, and what the exchange itself sent. */
  readonly ignored: readonly (Arrival & { readonly isOwn: boolean })[];
}

/** Null if no block has the transaction. */
export type FindTransaction = (txid: string) => Promise<NamedTransaction | null>;

/** A chain's second node, run by another party. */
export interface SecondNode {
  readonly reader: Pick<ChainReader, 'head' | 'hashAt' | 'block'>;
  /** Finds what the first node may hide. */
  readonly scan: ScanBlocks;
  readonly progressOf: Payer['progressOf'];
}

/** What a block may have brought: everything that counts, and perhaps what a whole reading of the block would leave out. */
export interface ScannedBlock extends BlockRef {
  readonly arrivals: readonly Omit<Arrival, 'position'>[];
}

/** Looks for arrivals in blocks; null if the node has another block among them. */
export type ScanBlocks = (blocks: readonly BlockRef[]) => Promise<readonly ScannedBlock[] | null>;

/** Asks the second node; resolves to what it disagrees about, or null. */
export type SecondQuestion = (second: SecondNode) => Promise<string | null>;

/** True if the second node answers the question without a doubt, or a single node is trusted. A doubt raises the alarm. */
export type AskSecond = (about: Readonly<Record<string, number>>, question: SecondQuestion) => Promise<boolean>;

/** A coin that a payment moves: the chain's own, listed or not, or a token. */
export type PaidCoin = Pick<ChainCoin, 'coin' | 'contract'>;

export interface PaymentOrder {
  readonly purpose: PaymentRow['purpose'];
  readonly reference: number;
  /** The key whose coins pay, where that matters. */
  readonly key: KeyRef;
  readonly coin: PaidCoin;
  readonly recipient: string;
  readonly amount: bigint;
}

/** Signs payments, sends them, keeps resending until a block includes them, and reports their state. */
export interface Payer {
  /** Returns the payment of a purpose and reference; reserves it, with its funding, if there is none. */
  prepare(order: PaymentOrder): Promise<Readiness>;
  /**
   * Signs a reserved payment, with the present fee, and records the transaction together with `alongside`. It is not on the chain yet.
   * @throws SigningRefused, SignerUnavailable, and errors of `alongside`; nothing is recorded then
   */
  sign(payment: PaymentRow, alongside?: Alongside): Promise<AttemptRow>;
  /** Sends a signed transaction to the chain. */
  send(attempt: Pick<AttemptRow, 'raw'>): Promise<void>;
  /** Returns a payment's state at this height. */
  progressOf(payment: PaymentRow, attempts: readonly AttemptRow[], height: number): Promise<PaymentProgress>;
  /** The slots that an attempt's bytes spend, in the signer's terms; null if their hash differs, or they pay something else. */
  slotsOf(payment: PaymentRow, attempt: AttemptRow): Promise<readonly string[] | null>;
  /** Resends a waiting payment, after a while with a higher fee. */
  pursue(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<void>;
  /** Replaces a waiting payment by one with a higher fee now, because an operator asks for it. The signer's limits hold as ever. */
  replace(payment: PaymentRow, attempts: readonly AttemptRow[]): Promise<Replacement>;
  /** Releases what was reserved for a payment that was never signed or cannot land any more. What a batch reserved is released with the batch. */
  forget(payment: PaymentRow): Promise<void>;
  /** Absent where each payment needs a transaction of its own. */
  readonly batches?: BatchPayer;
}

/** Records more in the transaction that records a signed payment. */
export type Alongside = (transaction: Transaction<Tables>, attempt: Pick<AttemptRow, 'txid'>) => Promise<void>;

/** Readiness of a payment: ready; later, when coins on their way have returned; or only with people's help. */
export type Readiness =
  | { readonly kind: 'ready'; readonly payment: PaymentRow }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Pays several withdrawals by one transaction. */
export interface BatchPayer {
  /** True for coins of which several payments fit into one transaction. All payments of a batch are of one coin. */
  takes(coin: PaidCoin): boolean;
  /** Reserves a batch, which owns its coins, and a payment for each order. */
  prepare(orders: readonly PaymentOrder[]): Promise<BatchReadiness>;
  /** Signs for these payments, all that are left of a reserved batch, as {@link Payer.sign} does. */
  sign(batch: PaymentRow, payments: readonly PaymentRow[], alongside: Alongside): Promise<AttemptRow>;
}

/** Readiness of a batch; null if one of its orders has a payment already. */
export type BatchReadiness =
  | Exclude<Readiness, { kind: 'ready' }>
  | { readonly kind: 'ready'; readonly batch: PaymentRow }
  | null;

/** Outcome of a payment in a block. Doubtful: the transaction succeeded, but its token reports no payment, so people must find out. */
export type Outcome = 'paid' | 'failed' | 'doubtful';

/** State of a payment on the chain. */
export type PaymentProgress =
  | { readonly kind: 'waiting' }
  /** In a block, with its confirmations so far. The cost is in the chain's own coin. */
  | {
      readonly kind: 'landed';
      readonly outcome: Outcome;
      readonly confirmations: number;
      readonly txid: string;
      readonly cost: bigint;
    }
  /** Another transaction took its place, too deep for any of its own to land. */
  | { readonly kind: 'displaced' };

/** What became of an attempt to replace a payment. */
export type Replacement =
  | 'replaced'
  /** The last attempt was made a moment ago. */
  | 'tooSoon'
  | 'feeAtMaximum'
  /** An earlier nonce is waiting. */
  | 'waitsForEarlier'
  | 'signerRefused'
  | 'signerAway'
  /** On this chain nothing can replace a payment. */
  | 'unsupported';

/** Moves the exchange's own coins: sweeps what came in to where payments come from, and what is too much to the cold wallet. */
export interface Gathering {
  /** Compares what payments would spend with the second node; only where coins are chosen for a payment. */
  agree?(height: number): Promise<void>;
  /** Does what is due at this height; running it again changes nothing. */
  gather(height: number): Promise<void>;
  held(coin: ChainCoin): Promise<Holdings>;
  /** Coins of which the hot wallet holds less than its minimum. */
  low(): Promise<string[]>;
}

/** A chain whose addresses hold balances and pay their fees in the chain's own coin. */
export interface AccountChain {
  readonly name: string;
  readonly own: PaidCoin;
  /** All hot wallets ever used, oldest first; the last one pays. */
  readonly hots: readonly KeyRef[];
  readonly hot: KeyRef;
  /** Where the hot wallet pays for sweeps, addresses need no gas. They keep nothing, or at least this much of the chain's own coin. */
  readonly sweepsPaidByHot?: { readonly minLeft: bigint };
  addressOf(key: KeyRef): string;
  balance(address: string, contract: string | null): Promise<bigint>;
  /** Maximum cost of moving a coin away from an address, at today's fees. */
  costOf(coin: PaidCoin, from: string): Promise<bigint>;
}

/** The exchange's holdings of a coin on a chain. */
export interface Holdings {
  /** Available for payments. */
  readonly hot: bigint;
  /** At customers' addresses, not available yet. */
  readonly unswept: bigint;
  /** At the cold wallet's address. */
  readonly cold: bigint;
}

import { Buffer } from 'node:buffer';
import { type SolanaBlockTransaction, tokenAccountOf } from '@fft/chains';
import * as z from 'zod';
import type { BlockRef } from '../chain.ts';
import { SolanaRpc, SolanaRpcError } from './solana-rpc.ts';

/** A slot: it has a block, or it was skipped, and the block after it proves that. */
export interface SolanaSlot extends BlockRef {
  readonly parent: string;
  /** True if the slot has no block. */
  readonly isSkipped: boolean;
  /** Number of blocks up to here; fewer than slots. A transaction's validity ends at one. */
  readonly blockHeight: number;
}

export interface SolanaAccount {
  readonly owner: string;
  readonly isProgram: boolean;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

/** Outcome of a transaction in a final block. */
export interface SolanaOutcome {
  readonly slot: number;
  readonly isGood: boolean;
  /** What the fee payer's balance changed by, in lamports. */
  readonly change: bigint;
}

export interface SolanaBlockhash {
  readonly blockhash: string;
  /** The last block height at which a transaction with it can be included. */
  readonly validUntil: number;
}

/** Only final blocks are read: two thirds of the stake have voted for a block 32 ahead of them. */
const final = { commitment: 'finalized' } as const;
/** The node's errors: a slot without a block, or one that is not there yet. */
const skipped: ReadonlySet<number> = new Set([-32_007, -32_009]);
const notYet: ReadonlySet<number> = new Set([-32_004, -32_014]);
const noAccount = -32_602;

const slotNumber = z.int().min(0);
const base58 = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{1,88}$/);
/** JSON's numbers are exact up to 9 million SOL. */
const lamports = z.int().min(0).transform(BigInt);
const tokenBalances = z.optional(
  z.nullable(
    z.array(
      z.object({
        accountIndex: z.int(),
        mint: z.string(),
        owner: z.optional(z.string()),
        programId: z.optional(z.string()),
        uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/) }),
      }),
    ),
  ),
);
const balances = { preBalances: z.array(lamports), postBalances: z.array(lamports) };
const blockTransaction = z.object({
  transaction: z.object({
    signatures: z.array(base58).min(1),
    accountKeys: z.array(z.object({ pubkey: base58, signer: z.boolean() })),
  }),
  meta: z.object({
    err: z.unknown(),
    ...balances,
    preTokenBalances: tokenBalances,
    postTokenBalances: tokenBalances,
  }),
}) satisfies z.ZodType<SolanaBlockTransaction>;
const header = z.object({
  blockhash: base58,
  previousBlockhash: base58,
  parentSlot: slotNumber,
  blockHeight: z.int().min(0),
});
const fullBlock = header.extend({ transactions: z.array(blockTransaction) });
const account = z.object({
  value: z.nullable(
    z.object({ owner: base58, executable: z.boolean(), lamports, data: z.tuple([z.base64(), z.literal('base64')]) }),
  ),
});
const transaction = z.nullable(z.object({ slot: slotNumber, meta: z.object({ err: z.unknown(), ...balances }) }));

type Header = z.output<typeof header>;

/** Client of a Solana node's JSON-RPC. Every method throws if the node cannot be reached. */
export class SolanaNode {
  readonly #rpc: SolanaRpc;

  constructor(url: string) {
    this.#rpc = new SolanaRpc(url);
  }

  /** Hash of the first block; it identifies the chain. */
  genesis(): Promise<string> {
    return this.#rpc.ask(base58, 'getGenesisHash');
  }

  /** The newest final slot. */
  async head(): Promise<SolanaSlot> {
    const slot = await this.#rpc.ask(slotNumber, 'getSlot', [final]);
    const found = await this.slot(slot);
    if (!found) throw new Error(`the node of Solana has no block at its newest slot ${slot}`);
    return found;
  }

  /** Null if the slot is not final yet. */
  async slot(slot: number): Promise<SolanaSlot | null> {
    const found = await this.#at(slot, header, 'none');
    return found && slotOf(slot, found);
  }

  /** A slot and the transactions of its block; null if it is not final yet. */
  async block(slot: number): Promise<(SolanaSlot & { transactions: readonly SolanaBlockTransaction[] }) | null> {
    const found = await this.#at(slot, fullBlock, 'accounts');
    return found && { ...slotOf(slot, found), transactions: found.at === slot ? found.block.transactions : [] };
  }

  /** The balance of a wallet in SOL, or in its account of a token. */
  async balance(wallet: string, mint: string | null): Promise<bigint> {
    if (mint === null) {
      const { value } = await this.#rpc.ask(z.object({ value: lamports }), 'getBalance', [wallet, final]);
      return value;
    }
    const form = z.object({ value: z.object({ amount: z.string().regex(/^\d+$/) }) });
    try {
      const { value } = await this.#rpc.ask(form, 'getTokenAccountBalance', [tokenAccountOf(wallet, mint), final]);
      return BigInt(value.amount);
    } catch (error) {
      // Without an account there is nothing.
      if (error instanceof SolanaRpcError && error.code === noAccount) return 0n;
      throw error;
    }
  }

  /** Null if there is no account of this address. */
  async account(address: string): Promise<SolanaAccount | null> {
    const options = { ...final, encoding: 'base64' };
    const { value } = await this.#rpc.ask(account, 'getAccountInfo', [address, options]);
    if (!value) return null;
    const { owner, executable: isProgram, lamports: held, data } = value;
    return { owner, isProgram, lamports: held, data: Buffer.from(data[0], 'base64') };
  }

  async latestBlockhash(): Promise<SolanaBlockhash> {
    const form = z.object({ value: z.object({ blockhash: base58, lastValidBlockHeight: z.int() }) });
    const { value } = await this.#rpc.ask(form, 'getLatestBlockhash', [final]);
    return { blockhash: value.blockhash, validUntil: value.lastValidBlockHeight };
  }

  /** True if final blocks from this slot on can still include transactions with a blockhash. */
  async isBlockhashValid(blockhash: string, fromSlot: number): Promise<boolean> {
    const options = { ...final, minContextSlot: fromSlot };
    const { value } = await this.#rpc.ask(z.object({ value: z.boolean() }), 'isBlockhashValid', [blockhash, options]);
    return value;
  }

  /** Prices that recent blocks took for a unit of computation, in millionths of a lamport, for transactions that write to these accounts. */
  async unitPrices(writable: readonly string[]): Promise<bigint[]> {
    const form = z.array(z.object({ prioritizationFee: z.int().min(0) }));
    const recent = await this.#rpc.ask(form, 'getRecentPrioritizationFees', [writable]);
    return recent.map(({ prioritizationFee }) => BigInt(prioritizationFee));
  }

  async send(raw: string): Promise<void> {
    const text = Buffer.from(raw, 'hex').toString('base64');
    // A trial run before would refuse what fails in a block: it would then expire instead of ending soon.
    await this.#rpc.ask(base58, 'sendTransaction', [text, { encoding: 'base64', skipPreflight: true }]);
  }

  /** Null if no final block has it. */
  async outcome(txid: string): Promise<SolanaOutcome | null> {
    const options = { ...final, encoding: 'json', maxSupportedTransactionVersion: 0 };
    const found = await this.#rpc.ask(transaction, 'getTransaction', [txid, options]);
    if (!found) return null;
    const { err, preBalances, postBalances } = found.meta;
    return { slot: found.slot, isGood: err === null, change: (postBalances[0] ?? 0n) - (preBalances[0] ?? 0n) };
  }

  /** The block at a slot, or the next one after it, which shows that the slot was skipped. */
  async #at<T extends Header>(slot: number, form: z.ZodType<T>, details: 'none' | 'accounts') {
    const own = await this.#blockAt(slot, form, details);
    if (own === 'notYet') return null;
    if (own !== 'skipped') return { at: slot, block: own };
    const [next] = await this.#rpc.ask(z.array(slotNumber), 'getBlocksWithLimit', [slot, 1, final]);
    if (next === undefined) return null;
    const after = await this.#blockAt(next, form, details);
    if (typeof after === 'string') return null;
    // The node says that a block is there and does not have it: it must not count as skipped.
    if (next <= slot || after.parentSlot >= slot) throw new Error(`the node of Solana lacks the block of slot ${slot}`);
    return { at: next, block: after };
  }

  async #blockAt<T>(slot: number, form: z.ZodType<T>, transactionDetails: string): Promise<T | 'skipped' | 'notYet'> {
    const options = { ...final, transactionDetails, rewards: false, maxSupportedTransactionVersion: 0 };
    try {
      const found = await this.#rpc.ask(z.nullable(form), 'getBlock', [slot, options]);
      return found ?? 'notYet';
    } catch (error) {
      if (error instanceof SolanaRpcError && skipped.has(error.code)) return 'skipped';
      if (error instanceof SolanaRpcError && notYet.has(error.code)) return 'notYet';
      throw error;
    }
  }
}

/** Skipped slots are named by the block before them, so that each slot's parent is the slot before it. */
function slotOf(slot: number, { at, block }: { readonly at: number; readonly block: Header }): SolanaSlot {
  const { blockhash, previousBlockhash, parentSlot, blockHeight } = block;
  const before = slot - 1 - parentSlot;
  const parent = before === 0 ? previousBlockhash : `${previousBlockhash}+${before}`;
  const isSkipped = at !== slot;
  const hash = isSkipped ? `${previousBlockhash}+${slot - parentSlot}` : blockhash;
  return { height: slot, hash, parent, isSkipped, blockHeight: isSkipped ? blockHeight - 1 : blockHeight };
}

import {
  type TronMismatch,
  tronMismatch,
  type TronPayment,
  type TronReceipt,
  type TronTransfer,
  tronTransfersOf,
  transferArguments,
} from '@fft/chains';
import * as z from 'zod';
import type { BlockRef } from '../chain.ts';

export interface TronBlock extends BlockRef {
  readonly parent: string;
  /** Ids of all its transactions. */
  readonly txids: readonly string[];
  readonly transfers: readonly TronTransfer[];
}

/** The node checked the request and refused. */
export class TronRefusal extends Error {
  override readonly name = 'TronRefusal';
}

/** The node built something else than requested: it must not be signed. */
export class TronBytesDoubted extends Error {
  override readonly name = 'TronBytesDoubted';
  readonly doubt: TronMismatch;

  constructor(doubt: TronMismatch) {
    super(`the node built a transaction that does something else: ${doubt}`);
    this.doubt = doubt;
  }
}

const answerWithinMs = 30_000;
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const word = z.string().regex(/^[0-9a-f]{64}$/);
const block = z.object({
  blockID: hash,
  block_header: z.object({
    raw_data: z.object({ number: z._default(z.int(), 0), parentHash: hash, timestamp: z._default(z.int(), 0) }),
  }),
  transactions: z._default(z.array(z.object({ txID: hash })), []),
});
const receipt = z.object({
  id: hash,
  blockNumber: z.optional(z.int()),
  fee: z.optional(z.int()),
  /** Present if a transaction failed, with or without a contract. */
  result: z.optional(z.string()),
  receipt: z.optional(z.object({ result: z.optional(z.string()) })),
  log: z.optional(
    z.array(z.object({ address: z.string(), topics: z.optional(z.array(z.string())), data: z.optional(z.string()) })),
  ),
}) satisfies z.ZodType<TronReceipt>;
const outcome = z.object({
  result: z.optional(z.boolean()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
});
const constantCall = z.object({
  result: outcome,
  energy_used: z._default(z.int(), 0),
  constant_result: z._default(z.array(z.string()), []),
});
const transaction = z.object({ raw_data_hex: z.string() });
const madeCall = z.object({ result: outcome, transaction: z.optional(transaction) });
const account = z.object({ balance: z._default(z.int(), 0) });
const resources = z.object({ EnergyLimit: z._default(z.int(), 0), EnergyUsed: z._default(z.int(), 0) });
const parameters = z.object({ chainParameter: z.array(z.object({ key: z.string(), value: z.optional(z.number()) })) });

/** Outcome of a transaction in a block. */
export interface TronOutcome {
  readonly height: number;
  /** True if the called contract succeeded. */
  readonly isGood: boolean;
  /** True if it called no contract and did not fail. */
  readonly isPlain: boolean;
  /** Amount burned, in millionths of TRX. */
  readonly cost: bigint;
  /** Transfers that the given tokens report. */
  moved(tokens: ReadonlySet<string>): TronTransfer[];
}

/** Margin above the trial's energy: prices of popular contracts rise between blocks. */
const energyMarginPercent = 20n;

/**
 * Client of a Tron node's HTTP interface. Every method throws if the node cannot be reached. Written from the interface's documentation and tested against a
 * stand-in with the same shapes; not proven on a live node.
 */
export class TronNode {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** @param apiKey API key that some node providers require */
  constructor(url: string, apiKey?: string) {
    this.#url = url.replace(/\/$/, '');
    this.#headers = apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': apiKey };
  }

  async head(): Promise<BlockRef> {
    return placeOf(block.parse(await this.#ask('wallet/getnowblock')));
  }

  /** The last final block: two thirds of the producers have built on it. */
  async final(): Promise<{ readonly height: number; readonly time: number }> {
    const { number, timestamp } = block.parse(await this.#ask('walletsolidity/getnowblock')).block_header.raw_data;
    return { height: number, time: timestamp };
  }

  /** Hash of the first block; it identifies the chain. */
  async genesis(): Promise<string> {
    const hashOfFirst = await this.hashAt(0);
    if (hashOfFirst === null) throw new Error('the node has no first block');
    return hashOfFirst;
  }

  /** Null if the chain is shorter. */
  async hashAt(height: number): Promise<string | null> {
    return (await this.#blockAt(height))?.blockID ?? null;
  }

  /**
   * A block and the transfers of the given tokens; null if the chain is shorter, or changed during the read: the node reports transfers by height
   * alone.
   */
  async block(height: number, tokens: ReadonlySet<string>): Promise<TronBlock | null> {
    const before = await this.#blockAt(height);
    if (!before) return null;
    const receipts = z.array(receipt).parse(await this.#ask('wallet/gettransactioninfobyblocknum', { num: height }));
    if ((await this.#blockAt(height))?.blockID !== before.blockID) return null;
    const reported = new Set(receipts.map(({ id }) => id));
    const txids = before.transactions.map(({ txID }) => txID);
    if (!txids.every((txid) => reported.has(txid))) {
      throw new Error(`the node reports no result for some transactions of block ${height}`);
    }
    const { parentHash: parent } = before.block_header.raw_data;
    return { ...placeOf(before), parent, txids, transfers: tronTransfersOf(receipts, tokens) };
  }

  /** Outcome of a transaction in a block; null if no block has it. */
  async receipt(txid: string): Promise<TronOutcome | null> {
    const found = receipt.partial().parse(await this.#ask('wallet/gettransactioninfobyid', { value: txid }));
    if (found.blockNumber === undefined) return null;
    const { result } = found.receipt ?? {};
    const isPlain = result === undefined && found.result === undefined;
    const moved = (tokens: ReadonlySet<string>) => tronTransfersOf([{ ...found, id: txid }], tokens);
    return { height: found.blockNumber, isGood: result === 'SUCCESS', isPlain, cost: BigInt(found.fee ?? 0), moved };
  }

  /** An owner's balance of a token, or of TRX, in smallest units. */
  async balance(token: string | null, owner: string): Promise<bigint> {
    if (token === null) return BigInt(account.parse(await this.#ask('wallet/getaccount', visible(owner))).balance);
    const argument = transferArguments({ to: owner, amount: 0n }).slice(0, 64);
    const {
      constant_result: [balance],
    } = await this.#try(owner, token, 'balanceOf(address)', argument);
    return BigInt(`0x${word.parse(balance)}`);
  }

  /** True if the address has a contract: tokens sent to one may be lost. */
  async isContract(address: string): Promise<boolean> {
    const found = await this.#ask('wallet/getcontract', { value: address, visible: true });
    return typeof found === 'object' && found !== null && 'contract_address' in found;
  }

  /** Maximum that an owner could burn, in millionths of TRX: the balance, plus the worth of staked energy. */
  async burnable(owner: string): Promise<bigint> {
    const { EnergyLimit, EnergyUsed } = resources.parse(await this.#ask('wallet/getaccountresource', visible(owner)));
    const free = BigInt(Math.max(EnergyLimit - EnergyUsed, 0));
    return (await this.balance(null, owner)) + (free === 0n ? 0n : free * (await this.#energyPrice()));
  }

  /** Maximum burn of a payment, in millionths of TRX: the trial's energy plus a fifth, at today's price. TRX itself costs its bytes. */
  async feeLimit(payment: TronPayment): Promise<bigint> {
    const { owner, token } = payment;
    if (token === null) return 0n;
    const tried = await this.#try(owner, token, 'transfer(address,uint256)', transferArguments(payment));
    return (BigInt(tried.energy_used) * (await this.#energyPrice()) * (100n + energyMarginPercent)) / 100n;
  }

  /**
   * Lets the node build a payment, and verifies the bytes before anyone signs them.
   * @throws TronRefusal, TronBytesDoubted
   */
  async make(payment: TronPayment, limits: { readonly feeLimit: bigint; readonly now: number }): Promise<string> {
    const raw =
      payment.token === null ? await this.#makeTransfer(payment) : await this.#makeCall(payment, limits.feeLimit);
    const doubt = tronMismatch(raw, payment, { maxFee: limits.feeLimit, now: limits.now });
    if (doubt !== null) throw new TronBytesDoubted(doubt);
    return raw;
  }

  async #makeTransfer({ owner: owner_address, to: to_address, amount }: TronPayment): Promise<string> {
    const asked = { owner_address, to_address, amount: Number(amount), visible: true };
    return transaction.parse(await this.#ask('wallet/createtransaction', asked)).raw_data_hex;
  }

  async #makeCall(payment: TronPayment, feeLimit: bigint): Promise<string> {
    const { owner: owner_address, token: contract_address } = payment;
    const made = madeCall.parse(
      await this.#ask('wallet/triggersmartcontract', {
        owner_address,
        contract_address,
        function_selector: 'transfer(address,uint256)',
        parameter: transferArguments(payment),
        fee_limit: Number(feeLimit),
        call_value: 0,
        visible: true,
      }),
    );
    if (made.result.result !== true || !made.transaction) throw new TronRefusal(wordsOf(made.result));
    return made.transaction.raw_data_hex;
  }

  /**
   * Sends a transaction to the chain. One that the chain knows already is not an error.
   * @throws TronRefusal
   */
  async broadcast(raw: string): Promise<void> {
    const answer = outcome.parse(await this.#ask('wallet/broadcasthex', { transaction: raw }));
    if (answer.result !== true && answer.code !== 'DUP_TRANSACTION_ERROR') throw new TronRefusal(wordsOf(answer));
  }

  async #energyPrice(): Promise<bigint> {
    const { chainParameter } = parameters.parse(await this.#ask('wallet/getchainparameters'));
    const price = chainParameter.find(({ key }) => key === 'getEnergyFee')?.value;
    if (price === undefined) throw new Error("the node doesn't report the price of energy");
    return BigInt(price);
  }

  async #blockAt(num: number): Promise<z.output<typeof block> | null> {
    const found = await this.#ask('wallet/getblockbynum', { num });
    // An empty object means that there is no such block.
    return typeof found === 'object' && found !== null && Object.keys(found).length === 0 ? null : block.parse(found);
  }

  /** Calls a contract without changing anything. */
  async #try(owner: string, token: string, selector: string, argument: string): Promise<z.output<typeof constantCall>> {
    const tried = constantCall.parse(
      await this.#ask('wallet/triggerconstantcontract', {
        owner_address: owner,
        contract_address: token,
        function_selector: selector,
        parameter: argument,
        visible: true,
      }),
    );
    // If the contract itself refuses, the node says so only in its message.
    if (tried.result.result !== true || tried.result.message) throw new TronRefusal(wordsOf(tried.result));
    return tried;
  }

  async #ask(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const answer = await fetch(`${this.#url}/${path}`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    if (!answer.ok) throw new Error(`the node answered ${answer.status} to ${path}`);
    const read: unknown = await answer.json();
    if (typeof read === 'object' && read !== null && 'Error' in read) throw new TronRefusal(String(read.Error));
    return read;
  }
}

function visible(address: string): Readonly<Record<string, unknown>> {
  return { address, visible: true };
}

function placeOf({ blockID: at, block_header: { raw_data } }: z.output<typeof block>): BlockRef {
  return { height: raw_data.number, hash: at };
}

/** Decodes the node's hexadecimal message. */
function wordsOf({ code = 'refused', message = '' }: z.output<typeof outcome>): string {
  const words = /^([0-9a-f]{2})+$/i.test(message) ? Buffer.from(message, 'hex').toString('utf8') : message;
  return words === '' ? code : `${code}: ${words}`;
}

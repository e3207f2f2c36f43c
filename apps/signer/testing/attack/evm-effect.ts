import {
  parseTransaction,
  recoverTransactionAddress,
  type Hex,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from 'viem';
import type { Outflow, TransactionEffect } from './family.ts';

/** What the signed bytes may name. Addresses in lower case. */
export interface EvmWorld {
  readonly chainId: number;
  readonly hot: string;
  readonly deposits: ReadonlySet<string>;
  readonly cold: string;
  readonly disperse: string;
  /** Coins by contract, and what the contract for batches may be allowed of each. */
  readonly tokens: ReadonlyMap<string, { readonly coin: string; readonly one: bigint; readonly day: bigint }>;
  readonly native: { readonly one: bigint };
  /** Of one payment to a deposit address. */
  readonly gasMax: bigint;
  /** Of one payment. */
  readonly feeMax: bigint;
}

interface SignedCall {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: Hex;
}

const selectors = { transfer: '0xa9059cbb', approve: '0x095ea7b3', disperse: '0x51ba162c' } as const;

/** Words of a call's arguments, as a contract reads them. */
class Arguments {
  readonly #digits: string;

  constructor(data: Hex) {
    this.#digits = data.slice(10);
  }

  /** Number of bytes. */
  get length(): number {
    return this.#digits.length / 2;
  }

  number(at: number): bigint {
    return BigInt(`0x${this.#digits.slice(at * 2, at * 2 + 64) || '0'}`);
  }

  address(at: number): string {
    return `0x${this.#digits.slice(at * 2 + 24, at * 2 + 64)}`;
  }

  /** Places of the elements of the list that the word at `at` points to. */
  places(at: number): number[] {
    const list = Number(this.number(at));
    return Array.from({ length: Number(this.number(list)) }, (_, index) => list + 32 * (index + 1));
  }
}

/** Decodes the payments of a call, independently of the signer's code. @throws an error for any other call */
function paymentsOf(call: SignedCall, world: EvmWorld): Outflow[] {
  const { to, value, data } = call;
  if (data === '0x') return [{ coin: 'native', to, amount: value }];
  if (value !== 0n) throw new Error('signed value beside a call');
  const given = new Arguments(data);
  const selector = data.slice(0, 10);
  if (selector === selectors.approve) {
    checkAllowance(call, world);
    return [];
  }
  if (selector === selectors.transfer && given.length === 64)
    return [{ coin: coinOf(to, world), to: given.address(0), amount: given.number(32) }];
  if (selector !== selectors.disperse || to !== world.disperse)
    throw new Error(`signed another call of ${to}: ${data}`);
  const [recipients, values] = [given.places(32), given.places(64)];
  if (recipients.length !== values.length || given.length !== 32 * (5 + 2 * values.length))
    throw new Error(`signed a batch of ${recipients.length} recipients and ${values.length} amounts: ${data}`);
  const coin = coinOf(given.address(0), world);
  return recipients.map((place, index) => {
    return { coin, to: given.address(place), amount: given.number(values[index] ?? 0) };
  });
}

/** A listed token's name; any other contract by its address. */
function coinOf(contract: string, { tokens }: EvmWorld): string {
  return tokens.get(contract)?.coin ?? contract;
}

function checkAllowance({ from, to, data }: SignedCall, { hot, disperse, tokens }: EvmWorld): void {
  const given = new Arguments(data);
  const [spender, amount, day] = [given.address(0), given.number(32), tokens.get(to)?.day];
  if (from !== hot || spender !== disperse || day === undefined || amount > day || given.length !== 64)
    throw new Error(`signed that ${spender} may take ${amount} of ${to} from ${from}`);
}

function isOurs({ coin, to }: Outflow, { hot, cold, deposits, tokens }: EvmWorld): boolean {
  const isKnown = coin === 'native' || [...tokens.values()].some((token) => token.coin === coin);
  return isKnown && (to === hot || to === cold || deposits.has(to));
}

/** @throws an error if one payment or its fee is above its limit */
function checkLimits(away: readonly Outflow[], feeEach: bigint, { tokens, native, feeMax }: EvmWorld): void {
  const limits = new Map([...tokens.values()].map(({ coin, one }) => [coin, one])).set('native', native.one);
  const tooMuch = away.find(({ coin, amount }) => amount > (limits.get(coin) ?? 0n));
  if (tooMuch) throw new Error(`signed a payment of ${tooMuch.amount} ${tooMuch.coin}`);
  if (feeEach > feeMax) throw new Error(`signed a fee of ${feeEach} for each payment`);
}

function checkForm({ chainId, accessList = [] }: TransactionSerializableEIP1559, world: EvmWorld): void {
  if (chainId !== world.chainId) throw new Error(`signed for chain ${chainId}`);
  if (accessList.length > 0) throw new Error('signed an access list');
}

/** Native coin that a deposit address gets. @throws an error if it is too much */
function gasOf([first]: readonly Outflow[], { deposits, gasMax }: EvmWorld): TransactionEffect['gas'] {
  if (first?.coin !== 'native' || !deposits.has(first.to)) return null;
  if (first.amount > gasMax) throw new Error(`signed gas of ${first.amount}`);
  return { to: first.to, amount: first.amount };
}

export async function evmEffectOf(raw: string, world: EvmWorld): Promise<TransactionEffect> {
  const bytes = raw as TransactionSerializedEIP1559;
  const parsed = parseTransaction(bytes);
  checkForm(parsed, world);
  const from = (await recoverTransactionAddress({ serializedTransaction: bytes })).toLowerCase();
  const { to, value = 0n, data = '0x', nonce = 0, gas = 0n, maxFeePerGas = 0n } = parsed;
  const payments = paymentsOf({ from, to: (to ?? '').toLowerCase(), value, data }, world);
  const { hot, deposits } = world;
  const away = payments.filter((one) => !isOurs(one, world));
  if (away.length > 0 && from !== hot) throw new Error(`signed a payment from ${from}`);
  const fee = gas * maxFeePerGas;
  checkLimits(away, fee / BigInt(Math.max(1, payments.length)), world);
  return {
    slot: `${from} ${nonce}`,
    payments: payments.length,
    away,
    gas: from === hot ? gasOf(payments, world) : null,
    fee,
    payers: deposits.has(from) ? [from] : [],
  };
}

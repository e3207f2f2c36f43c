import { formatDecimal } from '@fft/decimal';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { trxDecimals } from './tron/trx.ts';
import { networks } from '../markets/listing/networks.ts';
import type { DepositState, PaymentState } from './tables.ts';

/** A movement of coins on a chain. */
export interface ChainMovement {
  readonly id: number;
  readonly kind: 'deposit' | 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'rotation';
  readonly coin: string;
  readonly amount: string;
  readonly customer: number | null;
  readonly address: string;
  readonly state: DepositState | PaymentState;
  readonly time: number;
}

interface Page {
  /** Only ids below this one; Infinity for the newest. */
  readonly before: number;
  readonly limit: number;
}

/** Returns deposits over chains, newest first, plus one more than the limit if there are more. */
export async function readChainDeposits(
  db: Kysely<Tables>,
  directory: Directory,
  { before, limit }: Page,
): Promise<ChainMovement[]> {
  let rows = db
    .selectFrom('chain_deposits')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  return (await rows.execute()).map(({ id, coin, asset, amount, customer, address, state, time }) => ({
    id,
    kind: 'deposit',
    coin,
    amount: formatDecimal(amount, directory.asset(asset).decimals),
    customer,
    address,
    state,
    time,
  }));
}

/** Returns payments and sweeps on chains, in the same way. */
export async function readChainPayments(db: Kysely<Tables>, { before, limit }: Page): Promise<ChainMovement[]> {
  let rows = db
    .selectFrom('chain_payments')
    .leftJoin('withdrawals', (join) => join.onRef('withdrawals.id', '=', 'reference').on('purpose', '=', 'withdrawal'))
    .selectAll('chain_payments')
    .select('withdrawals.customer')
    .orderBy('chain_payments.id', 'desc')
    .limit(limit + 1);
  if (Number.isFinite(before)) rows = rows.where('chain_payments.id', '<', before);
  return (await rows.execute()).map(({ id, purpose, chain, coin, amount, customer, recipient, state, time }) => ({
    id,
    kind: purpose,
    coin,
    amount: formatDecimal(BigInt(amount), chainDecimalsOf(chain, coin)),
    customer,
    address: recipient,
    state,
    time,
  }));
}

function chainDecimalsOf(chain: string, coin: string): number {
  return (
    networks.find((network) => network.chain === chain && network.coin === coin)?.chainDecimals ??
    (chain === 'TRX' ? trxDecimals : 18)
  );
}

import type { PaymentFacts } from '@fft/console-contract';
import { formatDecimal } from '@fft/decimal';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { formOf } from '../chains/chain-forms.ts';
import type { TokenList } from '../../ledger/listings/token-list.ts';
import type { ExplorerSettings } from '../../config/chains.ts';
import { type ExplorerLinks, explorerUrl } from '../../assets/explorers.ts';
import { findNetwork, ownCoinOf } from '../../assets/networks.ts';
import { carrierOf } from '../payments/payments.ts';
import type { DepositState } from '../deposits/deposit-states.ts';
import type { PaymentState } from '../tables.ts';

/** A movement of coins on a chain. */
export interface ChainMovement {
  readonly id: number;
  readonly kind: 'deposit' | 'withdrawal' | 'sweep' | 'gas' | 'cold' | 'rotation' | 'allowance';
  readonly coin: string;
  readonly amount: string;
  readonly customer: number | null;
  readonly address: string;
  readonly chain: string;
  /** A deposit's transaction; null for payments, which may have several. */
  readonly txid: string | null;
  /** Its page at a block explorer; null where there is none. */
  readonly explorerUrl: string | null;
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
  { before, limit, explorers }: Page & { readonly explorers: ExplorerSettings },
): Promise<ChainMovement[]> {
  let rows = db
    .selectFrom('chain_deposits')
    .leftJoin('custody_chains', 'custody_chains.chain', 'chain_deposits.chain')
    .selectAll('chain_deposits')
    .select('custody_chains.network')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (Number.isFinite(before)) rows = rows.where('id', '<', before);
  return (await rows.execute()).map(
    ({ id, chain, network, txid, coin, asset, amount, customer, address, state, time }) => ({
      id,
      chain,
      txid,
      explorerUrl: network === null ? null : explorerUrl(explorers, { chain, network, txid }),
      kind: 'deposit',
      coin,
      amount: formatDecimal(amount, directory.asset(asset).decimals),
      customer,
      address,
      state,
      time,
    }),
  );
}

/** Returns payments and sweeps on chains, in the same way. */
export async function readChainPayments(
  db: Kysely<Tables>,
  directory: Pick<Directory, 'tokens'>,
  { before, limit }: Page,
): Promise<ChainMovement[]> {
  let rows = db
    .selectFrom('chain_payments')
    .leftJoin('withdrawals', (join) => join.onRef('withdrawals.id', '=', 'reference').on('purpose', '=', 'withdrawal'))
    .selectAll('chain_payments')
    .select('withdrawals.customer')
    // A batch is listed by its withdrawals.
    .where('purpose', '<>', 'batch')
    .orderBy('chain_payments.id', 'desc')
    .limit(limit + 1);
  if (Number.isFinite(before)) rows = rows.where('chain_payments.id', '<', before);
  return (await rows.execute()).map(({ id, purpose, chain, coin, amount, customer, recipient, state, time }) => ({
    id,
    chain,
    txid: null,
    explorerUrl: null,
    kind: purpose as Exclude<typeof purpose, 'batch'>,
    coin,
    amount: formatDecimal(BigInt(amount), chainDecimalsOf(directory.tokens, chain, coin)),
    customer,
    address: recipient,
    state,
    time,
  }));
}

/** A payment with its transactions and what operators asked of it. Null if there is none. */
export async function readChainPayment(
  db: Kysely<Tables>,
  { tokens, explorerLinks }: Pick<Directory, 'tokens'> & { readonly explorerLinks: ExplorerLinks },
  id: number,
): Promise<Omit<PaymentFacts, 'proposer'> | null> {
  const row = await db.selectFrom('chain_payments').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.purpose === 'batch') return null;
  const carrier = carrierOf(row);
  // The nonce is the batch's; the withdrawals that it pays are one after the other.
  const { nonce } = await db
    .selectFrom('chain_payments')
    .select('nonce')
    .where('id', '=', carrier)
    .executeTakeFirstOrThrow();
  const { others } = await db
    .selectFrom('chain_payments')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('batch', '=', carrier)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('chain_attempts')
    .select(['txid', 'fee', 'fee_per_gas', 'time'])
    .where('payment', '=', carrier)
    .orderBy('time')
    .orderBy('txid')
    .execute();
  const requests = await db
    .selectFrom('payment_requests')
    .select(['act', 'operator', 'time', 'answer'])
    .where('payment', '=', id)
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  const linkTo = await explorerLinks.read();
  const { purpose: kind, reference, chain, coin, amount, recipient, state, trouble, cost } = row;
  const own = ownCoinOf(tokens, chain);
  return {
    id,
    kind,
    withdrawal: kind === 'withdrawal' ? reference : null,
    chain,
    coin,
    amount: formatDecimal(BigInt(amount), chainDecimalsOf(tokens, chain, coin)),
    recipient,
    nonce,
    others,
    cost: cost === null ? null : { amount: formatDecimal(BigInt(cost), formOf(chain).ownDecimals), coin: own },
    state,
    trouble,
    attempts: attempts.map(({ txid, fee, fee_per_gas, time }) => {
      return { txid, fee: fee ?? fee_per_gas, time, explorerUrl: linkTo(chain, txid) };
    }),
    requests,
  };
}

function chainDecimalsOf(tokens: TokenList, chain: string, coin: string): number {
  return findNetwork(tokens, coin, chain)?.chainDecimals ?? formOf(chain).ownDecimals;
}

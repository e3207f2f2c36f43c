import type { calls, CallParameters } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { readRowId } from '../../transport/http/row-id.ts';
import { parseAmount } from '../../ledger/parse-amount.ts';
import type { SavedAddress } from '../addresses/index.ts';
import type { WithdrawalOptions } from './options.ts';
import type { RailNetwork } from './rail.ts';
import { durationText } from '../../refusals/duration-text.ts';
import { refuseAboveLimits } from './smallest-limit.ts';
import { unitsOf } from './units-of.ts';

export type RequestFields = Pick<
  CallParameters<typeof calls.withdrawals.submit>,
  'coin' | 'chain' | 'amount' | 'addressId'
>;

/** A request that is allowed now. */
export interface WithdrawalRequest {
  readonly network: RailNetwork;
  readonly asset: number;
  readonly address: SavedAddress;
  /** Units, including the fee. */
  readonly amount: number;
  readonly fee: number;
  /** Worth in millionths of a USDT by control prices; null if no market values it reliably. */
  readonly usdtUnits: bigint | null;
}

/**
 * Reads a request and refuses what cannot be done now, before a code is sent or checked.
 * @throws Refusal `notFound` unknown coin, chain or address · `conflict` paused · `offStep` too many decimals · `amountOutOfRange` below the minimum ·
 *   `addressInvalid` an address that cannot be paid · `withdrawalLimit` address too new, account on hold ·
 *   `insufficientBalance`, `amountOutOfRange` or `withdrawalLimit` over the balance, the maximum or the daily limit: the smallest of them
 */
export async function checkRequest(
  options: WithdrawalOptions,
  customer: number,
  fields: RequestFields,
): Promise<WithdrawalRequest> {
  const open = await options.rail.networks();
  const network = open.find(({ coin, chain }) => coin === fields.coin && chain === fields.chain);
  const asset = options.directory.assetId(fields.coin);
  if (network === undefined || asset === null) throw refuse('unknownChain');
  if (network.isPaused === true) throw refuse('withdrawalsPaused');
  const { decimals } = options.directory.asset(asset);
  const amount = amountOf(fields.amount, network, decimals);
  const address = await findAddress(options, customer, fields);
  // The address may have become a wallet of ours or a token since it was saved.
  const doubt = await options.rail.doubt({ chain: network.chain, address: address.address });
  if (doubt !== null) throw refuse(doubt, { data: { field: 'addressId' } });
  refuseUntil(address.usableFrom, options.now(), 'addressTooNew');
  await refuseHeld(options, customer);
  await refuseAboveLimits(options, customer, { network, asset, amount });
  const usdtUnits = await options.prices.usdtUnits(fields.coin, amount);
  // Not above the balance, and so safe.
  return { network, asset, address, amount: Number(amount), fee: unitsOf(network.fee, decimals), usdtUnits };
}

/** @throws Refusal `offStep` or, below the minimum, `amountOutOfRange` */
function amountOf(text: string, network: RailNetwork, decimals: number): bigint {
  const units = BigInt(parseAmount(text, network.precision)) * 10n ** BigInt(decimals - network.precision);
  const least = unitsOf(network.min, decimals);
  if (units < BigInt(least)) {
    const values = { min: formatDecimal(least, decimals, { trim: true }) };
    const data = { min: formatDecimal(least, decimals), field: 'amount' };
    throw refuse('withdrawalTooSmall', { values, data });
  }
  return units;
}

async function findAddress(
  { addresses }: WithdrawalOptions,
  customer: number,
  { coin, chain, addressId }: RequestFields,
): Promise<SavedAddress> {
  const id = readRowId(addressId);
  const found = id === null ? null : await addresses.find(customer, id);
  if (found === null) throw refuse('unknownAddress');
  if (found.coin !== coin || found.chain !== chain) throw new FieldRefusal({ addressId: 'choice' });
  return found;
}

/** @throws Refusal `withdrawalLimit` while the customer's withdrawals are on hold */
export async function refuseHeld(
  { account, now }: WithdrawalOptions,
  customer: number,
  transaction?: Transaction<Tables>,
): Promise<void> {
  refuseUntil((await account.holds.until(customer, transaction)) ?? 0, now(), 'withdrawalHeld');
}

function refuseUntil(until: number, now: number, key: 'addressTooNew' | 'withdrawalHeld'): void {
  if (until <= now) return;
  throw refuse(key, {
    values: { wait: durationText(until - now) },
    data: { until },
  });
}

/** Binds a code to exactly this withdrawal and recipient. */
export function codeBinding(customer: number, { network, address, amount }: WithdrawalRequest): string {
  return JSON.stringify([customer, network.coin, network.chain, amount, address.id, address.address, address.memo]);
}

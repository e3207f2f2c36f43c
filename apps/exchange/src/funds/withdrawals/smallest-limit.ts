import { formatDecimal } from '@fft/decimal';
import type { Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { WithdrawalOptions } from './options.ts';
import type { RailNetwork } from './rail.ts';
import { dayRoom, overDay, type DayRoom } from './day-room.ts';
import { unitsOf } from './units-of.ts';

type Options = Pick<WithdrawalOptions, 'account' | 'withdrawals' | 'limits' | 'prices' | 'host' | 'directory' | 'rail'>;

/** Large enough that rounding the worth of so many units changes no price. */
const manyUnits = 10n ** 18n;

/**
 * Returns how much of a coin the rest of the daily limit allows, in units; null if no market values the coin: then any amount is allowed while a part of the limit is left,
 * and operators review it.
 */
export async function unitsWithinDay(
  prices: WithdrawalOptions['prices'],
  coin: string,
  { limit, used }: DayRoom,
): Promise<bigint | null> {
  const left = limit > used ? limit - used : 0n;
  if (left === 0n) return 0n;
  const worth = await prices.usdtUnits(coin, manyUnits);
  return worth === null || worth === 0n ? null : (left * manyUnits) / worth;
}

interface Wanted {
  readonly network: RailNetwork;
  readonly asset: number;
  readonly amount: bigint;
}

/**
 * @throws Refusal that names the smallest limit below the amount: `insufficientBalance` the balance, `amountOutOfRange` the maximum of one withdrawal,
 *   `withdrawalLimit` the rest of the daily limit
 */
export async function refuseAboveLimits(
  options: Options,
  customer: number,
  { network, asset, amount }: Wanted,
): Promise<void> {
  const { directory, host, prices, rail } = options;
  const { code: coin, decimals } = directory.asset(asset);
  const { available, frozen } = host.engine.balance(customer, rail.kind, asset);
  const room = await dayRoom(options, customer);
  const max = unitsOf(network.max, decimals);
  const bounds = [
    { units: BigInt(available), refusal: () => overBalance({ coin, decimals, available, frozen }) },
    { units: BigInt(max), refusal: () => overMaximum({ coin, decimals, max }) },
    { units: await unitsWithinDay(prices, coin, room), refusal: () => overDay(room) },
  ];
  const smallest = bounds
    .flatMap(({ units, refusal }) => (units !== null && amount > units ? [{ units, refusal }] : []))
    .toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : 0))[0];
  if (smallest) throw smallest.refusal();
}

interface Holding {
  readonly coin: string;
  readonly decimals: number;
  readonly available: number;
  readonly frozen: number;
}

function overBalance({ coin, decimals, available, frozen }: Holding): Refusal {
  const [usable, held] = [available, frozen].map((units) => formatDecimal(units, decimals, { trim: true }));
  const data = { max: formatDecimal(available, decimals), field: 'amount' };
  return frozen === 0
    ? refuse('withdrawalOverBalance', { values: { usable: usable ?? '', coin }, data })
    : refuse('withdrawalOverBalanceHeld', {
        values: { usable: usable ?? '', frozen: held ?? '', coin },
        data,
      });
}

function overMaximum({ coin, decimals, max }: { coin: string; decimals: number; max: number }): Refusal {
  const values = { max: formatDecimal(max, decimals, { trim: true }), coin };
  return refuse('withdrawalTooLarge', {
    values,
    data: { max: formatDecimal(max, decimals), field: 'amount' },
  });
}

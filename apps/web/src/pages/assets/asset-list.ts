import type { Balance } from '@fft/contract';
import { findCoins, type NamesByCoin } from '../../lib/find-coins.ts';
import { compare, signOf } from '../../lib/exact.ts';

/** Balances worth less than this, in USDT, are small. */
const smallValue = '1';

export interface AssetWish {
  readonly query: string;
  /** What a search finds coins by, beside their codes. */
  readonly names: NamesByCoin;
  readonly hideSmall: boolean;
  /** Also lists coins with no balance. */
  readonly withEmpty: boolean;
}

/** The account's coins to show: by value, then those without a price, then empty ones. In a search, what fits best comes first. */
export function listAssets(
  account: readonly Balance[],
  { query, names, hideSmall, withEmpty }: AssetWish,
): readonly Balance[] {
  const listed = account
    .filter((balance) => (isEmpty(balance) ? withEmpty && !hideSmall : !hideSmall || !isSmall(balance)))
    .toSorted(byValue);
  return findCoins(listed, query, names);
}

export const isEmpty = ({ total }: Balance): boolean => signOf(total) === 0;

const isSmall = ({ value }: Balance): boolean => value !== null && compare(value, smallValue) < 0;

function byValue(a: Balance, b: Balance): number {
  if (isEmpty(a) !== isEmpty(b)) return isEmpty(a) ? 1 : -1;
  if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
  return compare(b.value, a.value);
}

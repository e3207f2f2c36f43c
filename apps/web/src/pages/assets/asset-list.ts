import type { Balance } from '@fft/contract';
import { compare, signOf } from '../../lib/exact.ts';

/** Worth less than this, in USDT, is small. */
const smallValue = '1';

export interface AssetWish {
  readonly query: string;
  readonly hideSmall: boolean;
  /** Coins that hold nothing are listed as well. */
  readonly withEmpty: boolean;
}

/** Which coins of an account are shown: the most valuable first, then what has no price, then what holds nothing. */
export function listAssets(
  account: readonly Balance[],
  { query, hideSmall, withEmpty }: AssetWish,
): readonly Balance[] {
  const wanted = query.trim().toUpperCase();
  return account
    .filter(({ coin, name }) => wanted === '' || coin.includes(wanted) || name.toUpperCase().includes(wanted))
    .filter((balance) => (isEmpty(balance) ? withEmpty && !hideSmall : !hideSmall || !isSmall(balance)))
    .toSorted(byValue);
}

export const isEmpty = ({ total }: Balance): boolean => signOf(total) === 0;

const isSmall = ({ value }: Balance): boolean => value !== null && compare(value, smallValue) < 0;

function byValue(a: Balance, b: Balance): number {
  if (isEmpty(a) !== isEmpty(b)) return isEmpty(a) ? 1 : -1;
  if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
  return compare(b.value, a.value);
}

import { hotKey, type KeyRef } from '@fft/chains';
import { type Purpose, SigningRefused } from './signed.ts';

/** Where a payment goes on a chain whose addresses have balances. Addresses in the form that they are compared in. */
export interface Route {
  readonly key: KeyRef;
  readonly purpose: Purpose;
  readonly to: string;
  /** Null for the chain's own coin. */
  readonly token: string | null;
  readonly amount: bigint;
  /** Of gas: the deposit key that it is said to be for. */
  readonly deposit: number | undefined;
}

export interface RouteRules {
  /** The hot wallets' addresses, the oldest first. */
  readonly hots: readonly string[];
  readonly cold: string | null;
  /** The most that is sent to a deposit address for a sweep's gas. */
  readonly gasMax: bigint;
  /** Whether a deposit key's address is the one that is paid to: derived here, and by nobody else. */
  readonly isDepositOf: (deposit: number) => boolean;
}

/**
 * Deposits, and what former hot wallets have, go to the hot wallet and nowhere else; withdrawals, gas and what goes to the cold wallet come from it alone.
 * @throws SigningRefused
 */
export function checkRoute(route: Route, rules: RouteRules): void {
  const { key, purpose, to } = route;
  const isHot = key.branch === hotKey.branch && key.index === rules.hots.length - 1;
  const toHot = to === rules.hots.at(-1);
  if (purpose === 'sweep') {
    if (key.branch !== 0 || !toHot) throw new SigningRefused('a sweep goes from a deposit address to the hot wallet');
  } else if (purpose === 'rotation') {
    if (key.branch === 0 || isHot || !toHot)
      throw new SigningRefused('only former hot wallets are emptied, into this one');
  } else {
    if (!isHot || rules.hots.includes(to)) throw new SigningRefused('the hot wallet pays, and not itself');
    checkPaid(route, rules);
  }
}

function checkPaid({ purpose, to, token, amount, deposit }: Route, rules: RouteRules): void {
  if (purpose === 'cold' && to !== rules.cold) throw new SigningRefused('not the cold wallet');
  if (purpose !== 'gas') return;
  if (token !== null || amount > rules.gasMax) throw new SigningRefused('too much for gas');
  if (deposit === undefined || !rules.isDepositOf(deposit))
    throw new SigningRefused('gas goes to the deposit address that it is for');
}

import { hotKey, type KeyRef } from '@fft/chains';
import { type Purpose, SigningRefused } from './signing-record.ts';

/** Route of a payment on an account-based chain. Addresses are normalized for comparison. */
export interface Route {
  readonly key: KeyRef;
  readonly purpose: Purpose;
  readonly to: string;
  /** Null for the native coin. */
  readonly token: string | null;
  readonly amount: bigint;
  /** For gas: the deposit key named by the request. */
  readonly deposit: number | undefined;
}

export interface RouteRules {
  /** Addresses of all hot wallets, oldest first. */
  readonly hots: readonly string[];
  readonly cold: string | null;
  /** The contract that pays batches; no chain without one has allowances. */
  readonly disperse?: string | null;
  /** Maximum gas payment to a deposit address for a sweep. */
  readonly maxGas: bigint;
  /** Returns true if the recipient is the address of a deposit key, which the signer derives itself. */
  readonly isDepositOf: (deposit: number) => boolean;
}

/**
 * Deposits and former hot wallets may pay only to the hot wallet; withdrawals, gas and transfers to the cold wallet must come from the hot wallet.
 * @throws SigningRefused
 */
export function checkRoute(route: Route, rules: RouteRules): void {
  const { key, purpose, to } = route;
  const isHot = key.branch === hotKey.branch && key.index === rules.hots.length - 1;
  const toHot = to === rules.hots.at(-1);
  if (purpose === 'sweep') {
    if (key.branch !== 0 || !toHot)
      throw new SigningRefused('a sweep must go from a deposit address to the hot wallet');
  } else if (purpose === 'rotation') {
    if (key.branch === 0 || isHot || !toHot)
      throw new SigningRefused('a rotation must go from a former hot wallet to the current one');
  } else {
    if (!isHot || rules.hots.includes(to))
      throw new SigningRefused('only the hot wallet pays, and not to a hot wallet');
    checkPaid(route, rules);
  }
}

function checkPaid({ purpose, to, token, amount, deposit }: Route, rules: RouteRules): void {
  if (purpose === 'cold' && to !== rules.cold) throw new SigningRefused('the recipient is not the cold wallet');
  if (purpose === 'allowance' && to !== rules.disperse)
    throw new SigningRefused('the allowance is not for the contract that pays batches');
  if (purpose !== 'gas') return;
  if (token !== null || amount > rules.maxGas)
    throw new SigningRefused('the gas payment is not native or above the limit');
  if (deposit === undefined || !rules.isDepositOf(deposit))
    throw new SigningRefused('gas must go to the deposit address of the request');
}

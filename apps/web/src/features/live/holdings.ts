import type { Balance, CallOutput, calls } from '@fft/contract';

export type AccountKind = 'coin' | 'fiat';
export type Valuation = CallOutput<typeof calls.assets.overview>['valuation'];
type Accounts = Readonly<Record<AccountKind, readonly Balance[]>>;

/** A customer's holdings as last reported. */
export interface Holdings {
  readonly valuation: Valuation;
  readonly accounts: Accounts;
}

/** Merges pushed balances. The valuation stays as the server last reported it. */
export function mergeBalances(known: Holdings, pushed: readonly (Balance & { kind: AccountKind })[]): Holdings {
  if (pushed.length === 0) return known;
  const take = (kind: AccountKind): readonly Balance[] =>
    pushed.filter((balance) => balance.kind === kind).reduce(replace, known.accounts[kind]);
  return { ...known, accounts: { coin: take('coin'), fiat: take('fiat') } };
}

/** Keeps the name from the call: a push has it in one language only. */
function replace(account: readonly Balance[], pushed: Balance): readonly Balance[] {
  const { coin, usable, frozen, total, value, icon } = pushed;
  const index = account.findIndex((balance) => balance.coin === coin);
  const name = account[index]?.name ?? pushed.name;
  const balance = { coin, name, icon, usable, frozen, total, value };
  return index === -1 ? [...account, balance] : account.with(index, balance);
}

/** One coin of the account that orders trade from. */
export const coinBalance = (holdings: Holdings, coin: string): Balance | undefined =>
  holdings.accounts.coin.find((balance) => balance.coin === coin);

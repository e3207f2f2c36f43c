import type { Balance } from '@fft/contract';

export type AccountKind = 'coin' | 'fiat';
/** Worth in USDT, each the sum of what is shown of its parts. */
export type Valuation = Readonly<Record<AccountKind | 'total', string>>;
type Accounts = Readonly<Record<AccountKind, readonly Balance[]>>;

/** A customer's holdings as last reported. Values are cut to the places that pages show, so that rows, accounts and total agree to the last digit. */
export interface Holdings {
  readonly valuation: Valuation;
  readonly accounts: Accounts;
}

/** Holdings of these accounts, worth the sum of their balances. */
export function holdingsOf(accounts: Accounts): Holdings {
  const { coin, fiat } = { coin: accounts.coin.map(cutValue), fiat: accounts.fiat.map(cutValue) };
  const [ofCoin, ofFiat] = [centsOf(coin), centsOf(fiat)];
  return {
    valuation: { coin: textOf(ofCoin), fiat: textOf(ofFiat), total: textOf(ofCoin + ofFiat) },
    accounts: { coin, fiat },
  };
}

/** Cuts the server's six places to the two that are shown. */
function cutValue(balance: Balance): Balance {
  const value = balance.value?.replace(/(\.\d\d)\d+$/, '$1') ?? null;
  return value === balance.value ? balance : { ...balance, value };
}

// The home page needs no more arithmetic than this.
const centsOf = (balances: readonly Balance[]): bigint =>
  balances.reduce((sum, { value }) => sum + BigInt(value?.replace('.', '') ?? 0), 0n);

const textOf = (cents: bigint): string => `${cents}`.padStart(3, '0').replace(/..$/, '.$&');

/** Merges pushed balances: each with its own value, and the sums with them. */
export function mergeBalances(known: Holdings, pushed: readonly (Balance & { kind: AccountKind })[]): Holdings {
  if (pushed.length === 0) return known;
  const take = (kind: AccountKind): readonly Balance[] =>
    pushed.filter((balance) => balance.kind === kind).reduce(replace, known.accounts[kind]);
  return holdingsOf({ coin: take('coin'), fiat: take('fiat') });
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

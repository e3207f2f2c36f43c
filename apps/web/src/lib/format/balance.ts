import { formatAmount } from '@fft/kit';

/** Decimals shown of national money; the ledger may keep more. */
const currencyPlaces = 2;

let currencies: ReadonlySet<string> | null = null;

/** True for a national currency of ISO 4217, like `CNY`. */
function isCurrency(coin: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(coin);
}

/** Formats an amount of a coin: `0.28000000`, `12,480.360001`. A coin has as many places wherever it stands; national money is cut to two. */
export function formatBalance(amount: string | null, coin: string): string {
  return isCurrency(coin) ? formatAmount(amount, currencyPlaces) : formatAmount(amount);
}

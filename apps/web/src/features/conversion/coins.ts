import type { Market } from '@fft/contract';

type Pair = Pick<Market, 'base' | 'quote'>;

/** The coins that this one converts into: those that a market trades for it, in the markets' order, then those that take a second market. */
export function partnersOf(coin: string, markets: readonly Pair[]): readonly string[] {
  const near = neighboursOf(coin, markets);
  const far = near.flatMap((between) => neighboursOf(between, markets));
  return [...new Set([...near, ...far])].filter((partner) => partner !== coin);
}

function neighboursOf(coin: string, markets: readonly Pair[]): readonly string[] {
  return markets.flatMap(({ base, quote }) => (base === coin ? [quote] : quote === coin ? [base] : []));
}

/** All coins that can be converted. */
export function convertible(markets: readonly Pair[]): readonly string[] {
  return [...new Set(markets.flatMap(({ base, quote }) => [base, quote]))];
}

export interface Direction {
  readonly from: string;
  readonly to: string;
}

/** The pair to start with: what the address asks for, else USDT for the first coin that it buys. */
export function startPair(markets: readonly Pair[], wanted: { from: string | null; to: string | null }): Direction {
  const coins = convertible(markets);
  const from = coins.find((coin) => coin === wanted.from) ?? (wanted.to === 'USDT' ? 'BTC' : 'USDT');
  return { from, to: partnerFor(from, wanted.to, markets) };
}

/** The other coin stays if this one converts into it. */
export function partnerFor(coin: string, other: string | null, markets: readonly Pair[]): string {
  const partners = partnersOf(coin, markets);
  return (
    partners.find((partner) => partner === other) ?? partners.find((partner) => partner === 'USDT') ?? partners[0] ?? ''
  );
}

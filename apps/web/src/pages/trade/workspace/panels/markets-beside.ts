import type { Market } from '@fft/contract';

const maxBeside = 3;

/** The markets of the charts beside the first one: those that were chosen, else the first ones that no chart shows. */
export function marketsBeside(
  markets: readonly Market[],
  first: Market,
  chosen: readonly { readonly symbol: string }[],
): readonly Market[] {
  const named = chosen.map(({ symbol }) => markets.find((market) => market.symbol === symbol));
  const taken = new Set([first, ...named].map((market) => market?.symbol));
  const free = markets.filter(({ symbol }) => !taken.has(symbol));
  return Array.from({ length: maxBeside }, (_, place) => named[place] ?? free.shift()).filter(
    (market) => market !== undefined,
  );
}

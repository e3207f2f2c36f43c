import type { MarketState } from '@fft/engine';

export const statusNames = ['TRADING', 'HALT', 'BREAK'] as const;

/** Binance's name of a market's state. */
export const symbolStatus: Readonly<Record<MarketState, (typeof statusNames)[number]>> = {
  open: 'TRADING',
  auction: 'BREAK',
  halted: 'HALT',
  cancelOnly: 'HALT',
};

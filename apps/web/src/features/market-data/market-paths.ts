/** Paths of a market's pages. */
export const tradePath = (symbol: string, side?: 'buy' | 'sell'): string =>
  `/pages/home/trade?symbol=${symbol}${side === undefined ? '' : `&side=${side}`}`;

export const chartPath = (symbol: string): string => `/pages/transfer/kline?symbol=${symbol}`;

export const proChartPath = (symbol: string): string => `/pages/transfer/ftf?symbol=${symbol}`;

export const marketDetailPath = (symbol: string): string => `/pages/home/deal?symbol=${symbol}`;

const prefix = 'chart-drawings ';

/** Storage key of a customer's drawings in a market; null is a guest. */
export const drawingsKey = (customer: string | null, symbol: string): string => `${prefix}${customer ?? '-'} ${symbol}`;

/** True if this device has drawings of anyone in a market. */
export const hasDrawings = (symbol: string): boolean =>
  Object.keys(localStorage).some((key) => key.startsWith(prefix) && key.endsWith(` ${symbol}`));

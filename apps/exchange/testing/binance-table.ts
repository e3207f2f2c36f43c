import type { BinanceCall } from '../src/binance/calls/call.ts';
import { createCalls, type CallTableParts } from '../src/binance/calls/call-table.ts';

/** The entries of the door's table. There is no exchange behind them: a test reads what they declare. */
export function binanceTable(): readonly BinanceCall[] {
  const parts: unknown = {
    ledger: { host: {}, directory: {} },
    markets: {},
    orders: {},
    wallet: {},
    limits: {},
    now: Date.now,
  };
  // No entry runs.
  return createCalls(parts as CallTableParts);
}

/** Names of an entry, for titles and documents. */
export function nameOf({ rest, ws }: BinanceCall): string {
  return rest === null ? String(ws) : rest.join(' ');
}

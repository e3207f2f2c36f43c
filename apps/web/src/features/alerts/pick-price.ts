import { createSignal } from '@fft/kit';
import { useEffect, useSyncExternalStore } from 'react';

const changes = createSignal();
/** The market whose chart the next press takes a price from. */
let picking: string | null = null;
/** How many charts of each market can take one. */
const charts = new Map<string, number>();

/** True if a chart of this market is in sight. */
export const canPickPrice = (symbol: string): boolean => (charts.get(symbol) ?? 0) > 0;

/** Waits for a press in a chart of this market; null stops waiting. */
export function pickPrice(symbol: string | null): void {
  picking = symbol;
  changes.notify();
}

/** True while a chart of this market waits for a press. The chart can take one as long as it uses this. */
export function usePicking(symbol: string): boolean {
  useEffect(() => {
    charts.set(symbol, (charts.get(symbol) ?? 0) + 1);
    return () => {
      charts.set(symbol, (charts.get(symbol) ?? 0) - 1);
      if (!canPickPrice(symbol) && picking === symbol) pickPrice(null);
    };
  }, [symbol]);
  return useSyncExternalStore(changes.subscribe, () => picking === symbol);
}

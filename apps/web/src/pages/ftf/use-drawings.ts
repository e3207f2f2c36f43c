import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import type { CandleChart } from '../../chart/candle-chart.ts';
import { blankBoard, type BoardState, DrawingBoard } from '../../chart/drawing-board.ts';
import { loadDrawings, saveDrawings } from '../../chart/drawings.ts';
import { registerOverlays } from '../../chart/overlays.ts';

export interface Drawings extends BoardState {
  /** Null while there is no chart to draw on. */
  readonly board: DrawingBoard | null;
}

const never = (): (() => void) => () => undefined;

/** A customer's drawings in a market, on the chart and kept. */
export function useDrawings(candles: CandleChart | null, customer: string | null, symbol: string): Drawings {
  const board = useMemo(() => {
    if (candles === null) return null;
    registerOverlays(candles.library);
    return new DrawingBoard(candles.chart, (drawings) => saveDrawings(customer, symbol, drawings));
  }, [candles, customer, symbol]);
  const state = useSyncExternalStore(board?.subscribe ?? never, board?.state ?? (() => blankBoard));

  useEffect(() => board?.load(loadDrawings(customer, symbol)), [board, customer, symbol]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === 'Escape') board?.cancel();
    if (event.key === 'Delete' && state.selected !== null) board?.remove(state.selected.id);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return { ...state, board };
}

import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import type { CandleChart } from '../candles/candle-chart.ts';
import { blankBoard, type BoardState, DrawingBoard } from './drawing-board.ts';
import { maxDrawings, followDrawings, loadDrawings, saveDrawings } from './drawings.ts';
import { usePalette } from '../candles/palette.ts';
import { registerOverlays } from '../overlays.ts';
import { toast } from '../../../ui/kit/index.ts';
import { drawingTexts } from './drawing-texts.ts';
import { textsNow } from '../../../i18n/index.ts';

export interface Drawings extends BoardState {
  /** Null while there is no chart, or the customer is unknown. */
  readonly board: DrawingBoard | null;
}

const never = (): (() => void) => () => undefined;

/** A customer's drawings in a market, on the chart and stored. The customer is `null` for a guest and `undefined` while unknown. */
export function useDrawings(
  candles: CandleChart | null,
  customer: string | null | undefined,
  symbol: string,
): Drawings {
  const palette = usePalette();
  const board = useMemo(() => {
    if (candles === null || customer === undefined) return null;
    registerOverlays(candles.library);
    return new DrawingBoard(candles.chart, {
      onChange: (drawings) => {
        if (!saveDrawings(customer, symbol, drawings)) toast(textsNow(drawingTexts).drawingNotKept);
      },
      onFull: () => toast(textsNow(drawingTexts).drawingsFull(maxDrawings)),
    });
  }, [candles, customer, symbol]);
  const state = useSyncExternalStore(board?.subscribe ?? never, board?.state ?? (() => blankBoard));

  useEffect(() => board?.setInk(palette), [board, palette]);
  useEffect(() => {
    if (board === null || customer === undefined) return;
    board.load(loadDrawings(customer, symbol));
    return followDrawings(customer, symbol, (drawings) => board.follow(drawings));
  }, [board, customer, symbol]);

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

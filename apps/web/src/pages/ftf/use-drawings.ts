import { useEffect, useMemo, useState } from 'react';
import type { CandleChart } from '../../chart/candle-chart.ts';
import { DrawingBoard } from '../../chart/drawing-board.ts';
import { type Drawing, type DrawingKind, loadDrawings, saveDrawings } from '../../chart/drawings.ts';
import { registerOverlays } from '../../chart/overlays.ts';

export interface Drawings {
  /** What is being drawn. */
  readonly tool: DrawingKind | null;
  readonly selected: Drawing | null;
  readonly count: number;
  readonly magnet: boolean;
  readonly begin: (kind: DrawingKind, text?: string) => void;
  readonly cancel: () => void;
  readonly setMagnet: (on: boolean) => void;
  readonly clear: () => void;
  readonly change: (id: string, change: Partial<Pick<Drawing, 'color' | 'width' | 'locked'>>) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (id: string) => void;
}

/** A customer's drawings in a market, on the chart and kept. */
export function useDrawings(candles: CandleChart | null, customer: string | null, symbol: string): Drawings {
  const [tool, setTool] = useState<DrawingKind | null>(null);
  const [selected, setSelected] = useState<Drawing | null>(null);
  const [count, setCount] = useState(0);
  const [magnet, setMagnet] = useState(false);

  const board = useMemo(() => {
    if (candles === null) return null;
    registerOverlays(candles.library);
    return new DrawingBoard(candles.chart, {
      changed: (drawings) => {
        setCount(drawings.length);
        saveDrawings(customer, symbol, drawings);
      },
      selected: setSelected,
      ended: () => setTool(null),
    });
  }, [candles, customer, symbol]);

  useEffect(() => {
    if (board === null) return;
    const drawings = loadDrawings(customer, symbol);
    board.load(drawings);
    setTool(null);
    setCount(drawings.length);
  }, [board, customer, symbol]);

  useEffect(() => {
    if (board) board.magnet = magnet;
  }, [board, magnet]);

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.target instanceof HTMLInputElement) return;
      if (event.key === 'Escape') board?.cancel();
      if (event.key === 'Delete' && selected !== null) board?.remove(selected.id);
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [board, selected]);

  return {
    tool,
    selected,
    count,
    magnet,
    setMagnet,
    begin(kind, text) {
      board?.begin(kind, text);
      setTool(board === null ? null : kind);
    },
    cancel: () => board?.cancel(),
    clear: () => board?.clear(),
    change: (id, change) => board?.change(id, change),
    duplicate: (id) => board?.duplicate(id),
    remove: (id) => board?.remove(id),
  };
}

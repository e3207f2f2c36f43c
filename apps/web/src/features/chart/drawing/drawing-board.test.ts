import type { Chart, OverlayCreate } from 'klinecharts';
import { expect, test, vi } from 'vitest';
import { DrawingBoard } from './drawing-board.ts';
import { type Drawing, maxDrawings } from './drawings.ts';

const level = (id: string): Drawing => ({
  id,
  kind: 'level',
  points: [{ timestamp: 1, value: 2 }],
  color: '#f5d076',
  width: 2,
  locked: false,
  text: '',
});

/** A board on a chart that only records drawings. */
function boardWith(drawings: readonly Drawing[]) {
  const shown = new Map<string, OverlayCreate>();
  const chart = {
    createOverlay: (overlay: OverlayCreate & { readonly id: string }) => void shown.set(overlay.id, overlay),
    removeOverlay: ({ id }: { readonly id?: string }) => (id === undefined ? shown.clear() : void shown.delete(id)),
    getVisibleRange: () => ({ from: 0, to: 0 }),
    getDataList: () => [],
  };
  const onChange = vi.fn<(drawings: readonly Drawing[]) => void>();
  const onFull = vi.fn<() => void>();
  const board = new DrawingBoard(chart as unknown as Chart, { onChange, onFull });
  board.load(drawings);
  return { board, shown, onChange, onFull };
}

const many = (count: number): readonly Drawing[] => Array.from({ length: count }, (_, index) => level(String(index)));
const idsOf = (drawings: readonly Drawing[] | undefined) => drawings?.map(({ id }) => id);

test('another tab’s changes are shown and kept, and leave the drawing in progress alone', () => {
  const { board, shown, onChange } = boardWith([level('a'), level('b')]);
  board.begin('segment');
  board.follow([level('b'), level('c')]);
  expect(onChange).not.toHaveBeenCalled();
  expect(shown.size).toBe(3);
  expect([shown.has('a'), shown.has('c')]).toEqual([false, true]);
  board.remove('b');
  expect(idsOf(onChange.mock.lastCall?.[0])).toEqual(['c']);
});

test('one drawing too many removes the oldest, from the chart too, and reports it', () => {
  const { board, shown, onChange, onFull } = boardWith(many(maxDrawings - 1));
  board.duplicate('5');
  expect([shown.size, onFull.mock.calls.length]).toEqual([maxDrawings, 0]);
  board.duplicate('5');
  expect([shown.size, shown.has('0'), onFull.mock.calls.length]).toEqual([maxDrawings, false, 1]);
  expect(onChange.mock.lastCall?.[0]).toHaveLength(maxDrawings);
});

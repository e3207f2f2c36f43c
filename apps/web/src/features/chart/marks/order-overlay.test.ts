import type { OverlayTemplate } from 'klinecharts';
import { expect, test } from 'vitest';
import { type OrderMark, orderOverlay } from './order-overlay.ts';

type FigureParams = Parameters<NonNullable<OverlayTemplate<OrderMark>['createPointFigures']>>[0];

/** Left end of an order's line at `y` px from the top, in a chart with legends 40 px high. */
function lineStart(y: number, width: number): unknown {
  const mark: OrderMark = {
    id: '1',
    text: 'Buy 1',
    price: '100',
    value: 100,
    isTrigger: false,
    isMovable: true,
    all: () => [mark],
    legendHeight: () => 40,
    extremes: false,
    color: '#0f0',
    fill: '#0f0',
    ground: '#000',
    font: 'sans-serif',
  };
  const figures = orderOverlay.createPointFigures?.({
    coordinates: [{ x: 0, y }],
    bounding: { width, height: 400 },
    yAxis: { convertToPixel: () => y, isFromZero: () => false },
    overlay: { extendData: mark },
  } as unknown as FigureParams);
  const line = [figures ?? []].flat().find(({ type }) => type === 'line');
  const attrs = line?.attrs as { readonly coordinates: readonly { readonly x: number }[] } | undefined;
  return attrs?.coordinates[0]?.x;
}

test('an order’s line begins right of the legends at their height, and at the left edge below them', () => {
  expect([lineStart(20, 900), lineStart(60, 900)]).toEqual([380, 0]);
});

test('an order’s line keeps its end in a chart as narrow as the legends', () => {
  expect(lineStart(20, 300)).toBe(220);
});

import { expect, test } from 'vitest';
import { defaultLayout } from './default-layout.ts';
import { isPanel, type Layout, panelNames, panelsOf, type Split, withSizes } from './layout.ts';
import { minSizeOf } from './min-size.ts';
import { withoutPanel, withPanel, withPanelAt, withSwapped } from './moves.ts';
import { neighbourOf, nearestSide } from './neighbour.ts';

const row: Layout = {
  direction: 'row',
  parts: [
    { node: 'markets', size: 20 },
    {
      node: {
        direction: 'column',
        parts: [
          { node: 'chart', size: 70 },
          { node: 'orders', size: 30 },
        ],
      },
      size: 50,
    },
    { node: 'ticket', size: 30 },
  ],
};

/** Every split has at least two parts whose shares add up to 100, and no part of its own direction. */
function isSound({ direction, parts }: Split): boolean {
  const sum = parts.reduce((total, { size }) => total + size, 0);
  return (
    parts.length > 1 &&
    Math.abs(sum - 100) < 1e-6 &&
    parts.every(({ node }) => isPanel(node) || (node.direction !== direction && isSound(node)))
  );
}

test.each([1024, 1280, 1440, 1920, 2560])('at %i px the first arrangement fits and has each panel once', (width) => {
  const layout = defaultLayout(width, 768);
  expect(isSound(layout)).toBe(true);
  expect(new Set(panelsOf(layout)).size).toBe(panelsOf(layout).length);
  expect(minSizeOf(layout).row).toBeLessThanOrEqual(width);
});

test('a hidden panel leaves its room to the others, and its split if it was one of two', () => {
  const hidden = withoutPanel(row, 'orders');
  expect(hidden).toEqual({
    direction: 'row',
    parts: [
      { node: 'markets', size: 20 },
      { node: 'chart', size: 50 },
      { node: 'ticket', size: 30 },
    ],
  });
  expect(withoutPanel({ direction: 'row', parts: [{ node: 'chart', size: 100 }] }, 'chart').parts).toHaveLength(1);
});

test('every panel can be hidden and shown again, in any order', () => {
  let layout = defaultLayout(1440, 900);
  for (const name of panelNames.slice(1)) layout = withoutPanel(layout, name);
  expect(panelsOf(layout)).toEqual(['markets']);
  for (const name of panelNames) layout = withPanel(layout, name);
  expect(panelsOf(layout).toSorted()).toEqual(panelNames.toSorted());
  expect(isSound(layout)).toBe(true);
});

test('a panel is put at a side of another, once', () => {
  const below = withPanelAt(row, 'markets', 'ticket', 'bottom');
  expect(panelsOf(below)).toEqual(['chart', 'orders', 'ticket', 'markets']);
  expect(isSound(below)).toBe(true);
  const beside = withPanelAt(row, 'ticket', 'markets', 'left');
  expect(panelsOf(beside)).toEqual(['ticket', 'markets', 'chart', 'orders']);
  expect(isSound(beside)).toBe(true);
  expect(withPanelAt(row, 'ticket', 'ticket', 'left')).toBe(row);
});

test('panels swap places, and a split takes new sizes', () => {
  expect(panelsOf(withSwapped(row, 'orders', 'markets'))).toEqual(['orders', 'chart', 'markets', 'ticket']);
  const sized = withSizes(row, [1], [60, 40]);
  expect(sized.parts[1]?.node).toMatchObject({ parts: [{ size: 60 }, { size: 40 }] });
  expect(sized.parts[0]).toBe(row.parts[0]);
});

test('the neighbour on a side is the nearest, with the longest shared edge', () => {
  const boxes = new Map([
    ['markets', { left: 0, top: 0, right: 200, bottom: 600 }],
    ['chart', { left: 205, top: 0, right: 800, bottom: 400 }],
    ['orders', { left: 205, top: 405, right: 800, bottom: 600 }],
    ['ticket', { left: 805, top: 0, right: 1000, bottom: 600 }],
  ] as const);
  expect(neighbourOf(boxes, 'markets', 'right')).toBe('chart');
  expect(neighbourOf(boxes, 'ticket', 'left')).toBe('chart');
  expect(neighbourOf(boxes, 'chart', 'bottom')).toBe('orders');
  expect(neighbourOf(boxes, 'markets', 'left')).toBeNull();
  expect(nearestSide({ left: 0, top: 0, right: 100, bottom: 100 }, 50, 95)).toBe('bottom');
  expect(nearestSide({ left: 0, top: 0, right: 100, bottom: 100 }, 8, 40)).toBe('left');
});

test('a phone held sideways has chart, book and order form in one row', () => {
  const layout = defaultLayout(844, 390);
  expect(layout.direction).toBe('row');
  expect(panelsOf(layout)).toEqual(['chart', 'book', 'ticket']);
  // Nothing is cut off.
  expect(minSizeOf(layout).row).toBeLessThanOrEqual(800);
  expect(isSound(layout)).toBe(true);
});

import { expect, test } from 'vitest';
import { type Drawing, drawingColors, nextWidth, parseDrawings } from './drawings.ts';

const drawing: Drawing = {
  id: 'a',
  kind: 'segment',
  points: [
    { timestamp: 1, value: 2.5 },
    { timestamp: 3, value: 4 },
  ],
  color: drawingColors[1] ?? '',
  width: 3,
  locked: true,
  text: '',
};

test('what was kept comes back as it was', () => {
  expect(parseDrawings(JSON.stringify([drawing]))).toEqual([drawing]);
});

test.each([null, '', '{}', 'nonsense', '[null, 7, []]'])('%s holds no drawings', (text) => {
  expect(parseDrawings(text)).toEqual([]);
});

test.each([
  ['without an id', { ...drawing, id: undefined }],
  ['of an unknown kind', { ...drawing, kind: 'circle' }],
  ['without points', { ...drawing, points: [] }],
  ['with a point that has no price', { ...drawing, points: [{ timestamp: 1 }] }],
])('a drawing %s is left out, and the others stay', (_what, broken) => {
  expect(parseDrawings(JSON.stringify([broken, drawing]))).toEqual([drawing]);
});

test('a colour that isn’t ours never reaches the canvas, and a text is bounded', () => {
  const [read] = parseDrawings(JSON.stringify([{ ...drawing, color: 'url(x)', width: 900, text: 'x'.repeat(500) }]));
  expect(read?.color).toBe(drawingColors[0]);
  expect(read?.width).toBe(2);
  expect(read?.text).toHaveLength(80);
});

test('no more than a hundred are read, the newest', () => {
  const many = Array.from({ length: 130 }, (_, index) => ({ ...drawing, id: String(index) }));
  const read = parseDrawings(JSON.stringify(many));
  expect(read).toHaveLength(100);
  expect(read[0]?.id).toBe('30');
});

test('widths go round', () => {
  expect([1, 2, 3].map(nextWidth)).toEqual([2, 3, 1]);
});

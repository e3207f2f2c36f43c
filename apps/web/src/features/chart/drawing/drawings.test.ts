import { afterEach, expect, test, vi } from 'vitest';
import { type Drawing, drawingColors, followDrawings, nextWidth, parseDrawings, saveDrawings } from './drawings.ts';

afterEach(() => void vi.unstubAllGlobals());

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

test('stored drawings are restored unchanged', () => {
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

test('a storage without room keeps none, and says so', () => {
  const setItem = vi.fn<() => void>();
  vi.stubGlobal('localStorage', { setItem });
  expect(saveDrawings('anna', 'LTC/USDT', [drawing])).toBe(true);
  setItem.mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(saveDrawings('anna', 'LTC/USDT', [drawing])).toBe(false);
});

test('changes by another tab are reported, but not those of other customers and markets', () => {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify([drawing]) });
  const changed = (key: string | null) => window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  const onChange = vi.fn<(drawings: readonly Drawing[]) => void>();
  const end = followDrawings('anna', 'LTC/USDT', onChange);
  changed('chart-drawings ben LTC/USDT');
  changed('chart-drawings anna XRP/USDT');
  expect(onChange).not.toHaveBeenCalled();
  changed('chart-drawings anna LTC/USDT');
  changed(null);
  expect(onChange.mock.calls).toEqual([[[drawing]], [[drawing]]]);
  end();
  changed(null);
  expect(onChange).toHaveBeenCalledTimes(2);
});

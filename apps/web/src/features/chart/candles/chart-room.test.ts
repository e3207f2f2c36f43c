import { describe, expect, test } from 'vitest';
import { legendLines, legendsWithin, withRoom } from './chart-room.ts';

test.each([
  [[], 300, 1],
  [[80, 80, 80], 300, 1],
  [[80, 80, 80], 260, 2],
  // The wide part leaves no room for another part beside it.
  [[80, 200, 80], 220, 3],
  // A part wider than the pane still fills one line.
  [[400], 300, 1],
] as const)('parts of %j fill a pane of %i in %i lines', (parts, width, lines) => {
  expect(legendLines(parts, width)).toBe(lines);
});

test.each([
  [[2, 2, 2], 6, 3],
  [[2, 2, 2], 5, 2],
  [[3, 1], 2, 1],
  [[], 2, 0],
] as const)('of legends of %j lines, %i lines hold %i', (lines, room, count) => {
  expect(legendsWithin(lines, room)).toBe(count);
});

describe('room around a range', () => {
  const range = {
    from: 100,
    to: 200,
    range: 100,
    realFrom: 100,
    realTo: 200,
    realRange: 100,
    displayFrom: 100,
    displayTo: 200,
    displayRange: 100,
  };

  test('is as high as asked for, whatever the pane’s height', () => {
    for (const height of [150, 400]) {
      const { realFrom, realTo, realRange } = withRoom(range, height, { top: 44, bottom: 24 });
      expect(((realTo - 200) / realRange) * height).toBeCloseTo(44);
      expect(((100 - realFrom) / realRange) * height).toBeCloseTo(24);
      expect(realRange).toBeCloseTo(realTo - realFrom);
    }
  });

  test('leaves the candles a third of a pane that is too low for both', () => {
    const { realFrom, realTo, realRange } = withRoom(range, 100, { top: 90, bottom: 30 });
    expect((100 / realRange) * 100).toBeCloseTo(100 / 3);
    expect((realTo - 200) / (100 - realFrom)).toBeCloseTo(3);
  });
});

import { describe, expect, it } from 'vitest';
import { donutArcs, donutParts } from './donut-parts.ts';

const hold = (coin: string, value: string | null) => ({ coin, value });

describe('the parts of a donut', () => {
  it('keeps the largest and gathers the rest', () => {
    const parts = donutParts([
      hold('A', '10'),
      hold('B', '50'),
      hold('C', '20'),
      hold('D', '5'),
      hold('E', '10'),
      hold('F', '5'),
    ]);
    expect(parts.map(({ coin, count, value }) => [coin, count, value])).toEqual([
      ['B', 1, '50'],
      ['C', 1, '20'],
      ['A', 1, '10'],
      ['E', 1, '10'],
      [null, 2, '10'],
    ]);
  });

  it('makes the shares add up to a whole despite rounding', () => {
    const parts = donutParts([hold('A', '1'), hold('B', '1'), hold('C', '1')]);
    expect(parts.map((part) => part.perMille)).toEqual([334, 333, 333]);
  });

  it('adds a coin up over both accounts and omits coins without value', () => {
    const parts = donutParts([hold('A', '1'), hold('A', '2'), hold('B', null), hold('C', '0.00')]);
    expect(parts).toEqual([{ coin: 'A', count: 1, value: '3', perMille: 1000 }]);
    expect(donutParts([hold('B', null)])).toEqual([]);
  });

  it('leaves gaps between arcs, and none around a single one', () => {
    expect(donutArcs(donutParts([hold('A', '3'), hold('B', '1')]))).toEqual([
      { start: 5, length: 740 },
      { start: 755, length: 240 },
    ]);
    expect(donutArcs(donutParts([hold('A', '3')]))).toEqual([{ start: 0, length: 1000 }]);
  });
});

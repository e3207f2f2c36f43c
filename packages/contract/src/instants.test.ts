import { assert, constantFrom, integer, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { mapInstants, writeInstant } from './instants.ts';

const lengthMs = { minute: 60_000, second: 1000 };

test('every instant that a text carries is found in it, and nothing else of the text changes', () => {
  const times = integer({ min: 0, max: Date.UTC(9999, 11, 31) });
  const words = string().filter((text) => !/\d/.test(text));
  assert(
    property(times, constantFrom('minute', 'second'), words, words, (time, precision, before, after) => {
      const found: [number, string][] = [];
      const text = `${before}${writeInstant(time, precision)}，${after}`;
      const mapped = mapInstants(text, (...each) => {
        found.push(each);
        return '@';
      });
      expect(found).toEqual([[time - (time % lengthMs[precision]), precision]]);
      expect(mapped).toBe(`${before}@，${after}`);
    }),
  );
});

test.each(['2026-13-45 99:99 UTC', '12026-11-30 11:25 UTC', '2026-11-30 11:25', '2026-11-30 11:25 UTCX', ''])(
  'leaves %j as it is',
  (text) => {
    expect(mapInstants(text, () => '@')).toBe(text);
  },
);

import { expect, test, vi } from 'vitest';
import { createIncidents, isolated } from './incidents.ts';

test('every error of a part is counted and logged at most once a second', () => {
  const error = vi.fn<() => void>();
  const incidents = createIncidents({ error });
  for (let times = 0; times < 1_000; times++) incidents.note('streams', new Error('no'));
  incidents.note('alerts', new Error('nor this'));
  expect([...incidents.counts]).toEqual([
    ['streams', 1_000],
    ['alerts', 1],
  ]);
  expect(error).toHaveBeenCalledTimes(2);
  expect(incidents.recent(60_000)).toEqual(['streams', 'alerts']);
  expect(incidents.recent(-1)).toEqual([]);
});

test('isolated work never throws', () => {
  const incidents = createIncidents({ error: () => undefined });
  const work = isolated(incidents, 'figures', (value: number) => {
    if (value > 1) throw new Error('too many');
  });
  work(1);
  work(2);
  expect(incidents.counts.get('figures')).toBe(1);
});

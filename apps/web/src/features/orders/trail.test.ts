import { expect, test } from 'vitest';
import { trailOf, trailStart } from './trail.ts';

test('a trail is a distance or a share, and may have a price where it begins', () => {
  expect(trailOf({ trail: '1500.0' })).toBe('1,500.0');
  expect([1, 150, 9999].map((trailBps) => trailOf({ trailBps }))).toEqual(['0.01%', '1.5%', '99.99%']);
  expect(trailOf({})).toBeNull();
  expect([trailStart({ activationPrice: '42000.0' }), trailStart({})]).toEqual(['42,000.0', null]);
});

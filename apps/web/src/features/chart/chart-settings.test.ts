import { expect, test } from 'vitest';
import { parseSettings, defaultSettings } from './chart-settings.ts';

test.each([null, '', 'nonsense', '[]', '7', 'null'])('%s is the standard', (text) => {
  expect(parseSettings(text)).toEqual(defaultSettings);
});

test('stored settings are restored', () => {
  const chosen = { ...defaultSettings, view: '4h', main: [], sub: ['VOL', 'RSI'], scale: 'logarithm', orders: false };
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen);
});

test('unknown values are dropped or replaced by the defaults', () => {
  const stored = { view: '7m', candleType: 3, main: ['MA', 'XYZ', 'MA'], sub: 'VOL', extremes: 'yes' };
  expect(parseSettings(JSON.stringify(stored))).toEqual(defaultSettings);
});

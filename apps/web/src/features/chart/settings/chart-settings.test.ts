import { expect, test } from 'vitest';
import { parseSettings, defaultSettings } from './chart-settings.ts';

test.each([null, '', 'nonsense', '[]', '7', 'null'])('%s is the standard', (text) => {
  expect(parseSettings(text)).toEqual(defaultSettings);
});

test('stored settings are restored', () => {
  const chosen = {
    ...defaultSettings,
    view: '4h',
    main: [],
    sub: ['VOL', 'RSI'],
    parameters: { RSI: [14] },
    colors: { RSI: [3] },
    scale: 'logarithm',
    orders: false,
    compared: 'ETH/USDT',
  };
  expect(parseSettings(JSON.stringify(chosen))).toEqual(chosen);
});

test('unknown values are dropped or replaced by the defaults', () => {
  const stored = { view: '7m', candleType: 3, main: ['MA', 'XYZ', 'MA'], sub: 'VOL', extremes: 'yes', compared: 7 };
  expect(parseSettings(JSON.stringify(stored))).toEqual(defaultSettings);
});

test('numbers of unknown indicators, and what isn’t numbers, are dropped', () => {
  const parameters = { RSI: [14], XYZ: [1], MACD: ['12'], KDJ: [-1, 3, 3], EMA: 7, MA: [1, 2, 3, 4, 5, 6] };
  expect(parseSettings(JSON.stringify({ parameters })).parameters).toEqual({ RSI: [14] });
});

test('charts beside the first one show what they can, and never more than three', () => {
  const more = [{ symbol: 'ETH/USDT', view: '4h' }, 7, { symbol: 5, view: '2h' }, { symbol: 'X', view: '1d' }];
  expect(parseSettings(JSON.stringify({ charts: 3, more }))).toMatchObject({
    charts: 1,
    more: [
      { symbol: 'ETH/USDT', view: '4h' },
      { symbol: '', view: '1h' },
      { symbol: '', view: '1h' },
    ],
  });
  expect(parseSettings('{"charts":4}').charts).toBe(4);
});

import { expect, test } from 'vitest';
import { toggled } from './chosen-indicators.ts';

test('an indicator is added in its place, and removed', () => {
  const added = toggled({ main: ['MA', 'SAR'], sub: ['VOL'] }, 'BOLL');
  expect(added).toEqual({ main: ['MA', 'BOLL', 'SAR'], sub: ['VOL'] });
  expect(toggled({ main: ['MA', 'BOLL'], sub: ['VOL'] }, 'MA')).toEqual({ main: ['BOLL'], sub: ['VOL'] });
});

test('a seventh pane has no room, but one of six can go', () => {
  const six = { main: ['MA'], sub: ['VOL', 'MACD', 'RSI', 'KDJ', 'CCI', 'ATR'] } as const;
  expect(toggled(six, 'MFI')).toBeNull();
  expect(toggled(six, 'EMA')?.main).toEqual(['MA', 'EMA']);
  expect(toggled(six, 'RSI')?.sub).toHaveLength(5);
});

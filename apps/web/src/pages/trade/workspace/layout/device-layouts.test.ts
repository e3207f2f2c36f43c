import { expect, test } from 'vitest';
import { parseArranged } from './device-layouts.ts';

const layout = 'row*2:1000 chart:700 ticket:300';

test('a stored arrangement is read with its name', () => {
  const stored = { name: 'Scalping', layout, chart: '{}', isSent: false };
  expect(parseArranged(JSON.stringify(stored))).toEqual(stored);
});

test('a device on which the standard one was chosen isn’t new', () => {
  expect(parseArranged(JSON.stringify({ name: null, layout: null, isSent: true }))).not.toHaveProperty('isNew');
});

test.each([null, '', '{', '7', '{"layout":"row*2:1000 chart:700"}', '{"name":"x"}'])(
  '%j counts as a new device',
  (text) => {
    expect(parseArranged(text)).toMatchObject({ name: null, layout: null, isNew: true });
  },
);

test('an arrangement that was stored before charts belonged to it has none', () => {
  expect(parseArranged(JSON.stringify({ name: 'Scalping', layout, isSent: true })).chart).toBeNull();
});

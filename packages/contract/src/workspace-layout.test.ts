import { expect, test } from 'vitest';
import {
  formatWorkspaceLayout,
  maxLayoutLength,
  parseWorkspaceLayout,
  type WorkspaceSplit,
} from './workspace-layout.ts';

const layout: WorkspaceSplit = {
  direction: 'row',
  parts: [
    { node: 'chart', size: 70 },
    {
      node: {
        direction: 'column',
        parts: [
          { node: 'ticket', size: 60 },
          { node: 'trades', size: 40 },
        ],
      },
      size: 30,
    },
  ],
};
const text = 'row*2:1000 chart:700 column*2:300 ticket:600 trades:400';

test('a layout is the same after writing and reading', () => {
  expect(formatWorkspaceLayout(layout)).toBe(text);
  expect(parseWorkspaceLayout(text)).toEqual(layout);
});

test('the largest layout fits', () => {
  const deep =
    'row*2:1000 markets:143 column*2:857 coin:166 row*2:834 chart:200 column*2:800 book:250 row*2:750 trades:333 column*2:667 ticket:500 orders:500';
  expect(deep.length).toBeLessThan(maxLayoutLength);
  expect(formatWorkspaceLayout(parseWorkspaceLayout(deep) ?? layout)).toBe(deep);
});

test.each([
  '',
  'chart:1000',
  'row*2:1000 chart:500',
  'row*2:1000 chart:500 chart:500',
  'row*2:1000 chart:500 news:500',
  'row*2:1000 chart:500 book:500 ticket:500',
  'row*2:1000 chart:0 book:1000',
  'row*2:1000 chart:500  book:500',
  'row*9:1000 chart:500 book:500',
  'chart*2:1000 ticket:500 book:500',
  'row*2:1000 chart:9999 book:1',
  `${text} `,
  'row*2:1000 '.repeat(60),
])('%j is no layout', (wrong) => {
  expect(parseWorkspaceLayout(wrong)).toBeNull();
});

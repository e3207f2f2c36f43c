import { expect, test } from 'vitest';
import { endings, isEnd, states, statesBefore } from './states.ts';

test('each state is reached from these states only', () => {
  expect(Object.fromEntries(states.map((state) => [state, statesBefore(state)]))).toEqual({
    requested: [],
    refused: ['requested'],
    review: ['requested', 'approved'],
    approved: ['requested', 'review'],
    sent: ['approved'],
    done: ['sent'],
    rejected: ['review', 'approved'],
    failed: ['approved', 'sent'],
    cancelled: ['review'],
  });
});

test('nothing follows an end, and only a sent withdrawal leaves the ledger', () => {
  const ends = states.filter(isEnd);
  expect(ends).toEqual(['done', 'rejected', 'failed', 'cancelled']);
  for (const to of states) expect(statesBefore(to).filter(isEnd)).toEqual([]);
  expect(ends.filter((state) => endings[state] === 'settleWithdrawal')).toEqual(['done']);
});

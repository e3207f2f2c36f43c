import { expect, test } from 'vitest';
import { silentListener } from '../listener.ts';
import { Accounts, coinKind } from './accounts.ts';
import { Ledger } from './ledger.ts';

function opened() {
  const accounts = new Accounts();
  const [one, other, foreign] = [
    accounts.open(2, coinKind, 0),
    accounts.open(1000, coinKind, 0),
    accounts.open(2, coinKind, 40),
  ];
  return { ledger: new Ledger(accounts, silentListener), one, other, foreign };
}

test('a gain of one account must be balanced in the same command and asset', () => {
  const { ledger, one, other, foreign } = opened();
  ledger.post(one, -5, 0, 'deposit', 0);
  expect(() => ledger.assertBalanced()).toThrow('do not balance');
  ledger.post(foreign, 5, 0, 'deposit', 0);
  expect(() => ledger.assertBalanced()).toThrow('do not balance');
  ledger.post(other, 5, 0, 'deposit', 0);
  expect(() => ledger.assertBalanced()).toThrow('do not balance');
  ledger.post(foreign, -5, 0, 'deposit', 0);
  ledger.freeze(other, 5, 0);
  ledger.assertBalanced();
});

test('a partial balance is not enough, in any number of postings and any asset', () => {
  const accounts = new Accounts();
  const ledger = new Ledger(accounts, silentListener);
  for (const asset of [0, 15, 16, 31, 32]) {
    const [outside, one, other] = [2, 1000, 1001].map((owner) => accounts.open(owner, coinKind, asset)) as [
      number,
      number,
      number,
    ];
    ledger.post(outside, -5, 0, 'deposit', 0);
    ledger.post(one, 3, 0, 'deposit', 0);
    expect(() => ledger.assertBalanced()).toThrow('do not balance');
    ledger.post(other, 1, 0, 'deposit', 0);
    expect(() => ledger.assertBalanced()).toThrow('do not balance');
    ledger.post(other, 1, 0, 'deposit', 0);
    ledger.assertBalanced();
  }
});

test.each([
  ['frozen fell below zero', 0, -1],
  ['available fell below zero', -1, 0],
  ['balance left the safe range', Number.MAX_SAFE_INTEGER, 1],
])('%s', (message, available, frozen) => {
  const { ledger, other } = opened();
  expect(() => ledger.post(other, available, frozen, 'trade', 0)).toThrow(message);
});

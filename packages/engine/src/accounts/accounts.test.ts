import { expect, test } from 'vitest';
import { hashNumbers } from '../store/hash-number.ts';
import { Accounts, coinKind } from './accounts.ts';

// Owners whose account hash equals that of owner 1000: for the same asset, far beyond 32 bits; and for the next asset.
const far = 2 ** 32 + ((1000 ^ 0x9e3779b1) >>> 0);
const near = (1000 ^ 0x85ebca6b ^ Math.imul(3, 0x85ebca6b)) >>> 0;

test.each([
  ['the same asset', far, 0],
  ['another asset', near, 1],
])('accounts of %s with the same hash are distinct', (_which, owner, asset) => {
  expect(hashNumbers(owner, asset * 2)).toBe(hashNumbers(1000, 0));
  const accounts = new Accounts();
  const first = accounts.open(1000, coinKind, 0);
  expect(accounts.find(owner, coinKind, asset)).toBe(-1);
  const second = accounts.open(owner, coinKind, asset);
  expect([accounts.find(1000, coinKind, 0), accounts.find(owner, coinKind, asset)]).toEqual([first, second]);
  expect([accounts.ownerOf(first), accounts.ownerOf(second)]).toEqual([1000, owner]);
});

test('an owner has an account per kind and asset, each with its own balance', () => {
  const accounts = new Accounts();
  const slots = [0, 1, 40].flatMap((asset) => [0, 1].map((kind) => accounts.open(1000, kind, asset)));
  slots.forEach((slot, index) => accounts.set(slot, index + 1, index));
  expect(new Set(slots).size).toBe(6);
  expect(
    slots.map((slot) => [
      accounts.assetOf(slot),
      accounts.kindOf(slot),
      accounts.availableOf(slot),
      accounts.frozenOf(slot),
    ]),
  ).toEqual([
    [0, 'coin', 1, 0],
    [0, 'fiat', 2, 1],
    [1, 'coin', 3, 2],
    [1, 'fiat', 4, 3],
    [40, 'coin', 5, 4],
    [40, 'fiat', 6, 5],
  ]);
});

test('no account is lost when the store grows', () => {
  const accounts = new Accounts();
  const slots = Array.from({ length: 5000 }, (_, index) => accounts.open(1000 + index, coinKind, 0));
  slots.forEach((slot, index) => accounts.set(slot, index, 2 * index));
  const isKept = (slot: number, index: number): boolean =>
    accounts.find(1000 + index, coinKind, 0) === slot &&
    accounts.ownerOf(slot) === 1000 + index &&
    accounts.availableOf(slot) === index &&
    accounts.frozenOf(slot) === 2 * index;
  expect(slots.findIndex((slot, index) => !isKept(slot, index))).toBe(-1);
  expect([...accounts.slots()]).toEqual(slots);
});

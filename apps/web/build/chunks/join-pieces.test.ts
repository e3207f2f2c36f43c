import { expect, test } from 'vitest';
import { type Costs, joinPieces, type Piece } from './join-pieces.ts';

const piece = (bytes: number, users: readonly string[], imports: readonly number[] = []): Piece => ({
  bytes,
  users: new Set(users),
  imports,
});
const options = { requestBytes: 1000, weightOf: () => 1, mostFilesOf: () => Infinity };
const filesOf = (pieces: readonly Piece[], costs: Costs): readonly (readonly number[])[] =>
  joinPieces(pieces, costs)
    .map((members) => members.toSorted((one, other) => one - other))
    .toSorted(([one = 0], [other = 0]) => one - other);

test('small pieces with the same users share a file', () => {
  expect(filesOf([piece(10, ['a', 'b']), piece(20, ['a', 'b'])], options)).toEqual([[0, 1]]);
});

test('a piece stays apart from one that a user would load in vain', () => {
  expect(filesOf([piece(2000, ['a', 'b']), piece(20, ['b', 'c'])], options)).toEqual([[0], [1]]);
});

test('users that are loaded often decide', () => {
  const pieces = [piece(2000, ['a', 'b']), piece(20, ['b', 'c'])];
  const weightOf = (user: string): number => (user === 'b' ? 10 : 1);
  expect(filesOf(pieces, { ...options, weightOf })).toEqual([[0, 1]]);
});

test('a user that may load few files loads some in vain', () => {
  const pieces = [piece(2000, ['a', 'b']), piece(1500, ['b', 'c'])];
  const mostFilesOf = (user: string): number => (user === 'b' ? 1 : Infinity);
  expect(filesOf(pieces, { ...options, mostFilesOf })).toEqual([[0, 1]]);
});

test('no user of one piece loads what the other imports', () => {
  const pieces = [piece(500, ['a', 'b'], [2]), piece(10, ['b', 'c']), piece(9000, ['a', 'b', 'd'])];
  const weightOf = (user: string): number => (user === 'c' ? 0.01 : 1);
  expect(filesOf(pieces, { ...options, weightOf, requestBytes: 100 })).toEqual([[0], [1], [2]]);
  const without = pieces.map((each) => ({ ...each, imports: [] }));
  expect(filesOf(without, { ...options, weightOf, requestBytes: 100 })).toEqual([[0, 1], [2]]);
});

test('pieces without a common user stay apart', () => {
  expect(filesOf([piece(10, ['a']), piece(10, ['b'])], options)).toEqual([[0], [1]]);
});

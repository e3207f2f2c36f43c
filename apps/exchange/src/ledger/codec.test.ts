import { recordedBatch, recordedCommands } from '@fft/testkit';
import { Packr } from 'msgpackr';
import { expect, test } from 'vitest';
import { decodeCommands, encodeCommands } from './codec.ts';

test('a batch that an earlier version wrote is read', () => {
  expect(decodeCommands(recordedBatch(1))).toEqual(recordedCommands());
});

test('what is written is read', () => {
  expect(decodeCommands(encodeCommands(recordedCommands()))).toEqual(recordedCommands());
});

test('a batch of a newer format is refused', () => {
  expect(() => decodeCommands(new Packr().pack([2, []]))).toThrow('has format 2, but this version reads format 1');
});

import { expect, test } from 'vitest';
import { sessionMark } from './session-mark.ts';

test('a session mark is FNV-1a of its token', () => {
  // Published test values of FNV-1a with 32 bits.
  expect([sessionMark(''), sessionMark('a'), sessionMark('foobar')]).toEqual(['811c9dc5', 'e40c292c', 'bf9cf968']);
});

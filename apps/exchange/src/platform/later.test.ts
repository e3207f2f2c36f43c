import { expect, test, vi } from 'vitest';
import { after, Later, settle, type Soon } from './later.ts';

const fault = new Error('broken');
const fail = (): never => {
  throw fault;
};

test('a value arrives in the moment in which it is resolved, before or after it is received', () => {
  const seen: string[] = [];
  const early = new Later<string>();
  early.resolve('early');
  early.receive((value) => seen.push(value), fail);
  const late = new Later<string>();
  late.receive((value) => seen.push(value), fail);
  expect(seen).toEqual(['early']);
  late.resolve('late');
  late.resolve('again');
  late.reject(fault);
  expect(seen).toEqual(['early', 'late']);
});

test('a failure arrives likewise', () => {
  const failed = vi.fn<(error: unknown) => void>();
  const early = new Later<string>();
  early.reject(fault);
  early.receive(fail, failed);
  const late = new Later<string>();
  late.receive(fail, failed);
  late.reject(fault);
  expect(failed.mock.calls).toEqual([[fault], [fault]]);
});

test('a second receiver is refused: it would wait for ever', () => {
  const later = new Later<number>();
  later.receive(() => undefined, fail);
  expect(() => later.map((value) => value)).toThrow('one receiver');
});

test.each<[string, (value: number) => Soon<number>]>([
  ['a value', (value) => value + 1],
  ['a promise', (value) => Promise.resolve(value + 1)],
  [
    'a later value',
    (value) => {
      const next = new Later<number>();
      next.resolve(value + 1);
      return next;
    },
  ],
])('a mapped value may be %s', async (_name, next) => {
  const later = new Later<number>();
  const mapped = later.map(next);
  later.resolve(1);
  expect(await mapped).toBe(2);
});

test('what a step throws is the failure of its result, which a later step may mend', async () => {
  const later = new Later<number>();
  const mapped = later.map<number>(fail).map(
    () => 'not reached',
    (error) => (error === fault ? 'mended' : 'other'),
  );
  later.resolve(1);
  expect(await mapped).toBe('mended');
  const rejected = new Later<number>();
  rejected.reject(fault);
  await expect(rejected.map((value) => value)).rejects.toBe(fault);
  const caught = new Later<number>();
  caught.reject(fault);
  expect(await caught.catch(() => 5)).toBe(5);
});

test('`after` and `settle` go on at once with what is there, and wait for what comes', async () => {
  const plusOne = (value: number): number => value + 1;
  expect(after(1, plusOne)).toBe(2);
  expect(await after(Promise.resolve(1), plusOne)).toBe(2);
  const later = new Later<number>();
  const next = after(later, plusOne);
  later.resolve(1);
  expect(next).toBeInstanceOf(Later);
  expect(await next).toBe(2);
  const mend = (error: unknown) => (error === fault ? -1 : 0);
  expect(settle(() => 1, plusOne, mend)).toBe(2);
  expect(settle(fail, plusOne, mend)).toBe(-1);
  expect(await settle(() => Promise.reject(fault), plusOne, mend)).toBe(-1);
  const rejected = new Later<number>();
  rejected.reject(fault);
  expect(await settle(() => rejected, plusOne, mend)).toBe(-1);
});

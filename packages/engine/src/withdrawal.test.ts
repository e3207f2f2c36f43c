import { openTestEngine as open, buildHold, initialBalance } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command } from './command.ts';

const usdt = 1;
const day = 24 * 60 * 60 * 1000;
const settle: Command = { type: 'settleWithdrawal', time: 0, owner: 1000, requestId: 'w' };
const release: Command = { type: 'releaseWithdrawal', time: 0, owner: 1000, requestId: 'w' };

describe.each(bothEngines)('a withdrawal with %s', (_name, make) => {
  test('freezes its amount, then pays out and credits its fee to the house', () => {
    const { apply, engine } = open(make);
    apply(buildHold({ requestId: 'w', amount: 100, fee: 3 }));
    expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: initialBalance - 100, frozen: 100 });
    expect(engine.withdrawal(1000, 'w')).toEqual({
      asset: usdt,
      kind: 'coin',
      destination: 'chain',
      amount: 100,
      fee: 3,
      state: 'held',
    });
    apply(settle);
    expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: initialBalance - 100, frozen: 0 });
    expect(engine.balance(1, 'coin', usdt).available).toBe(3);
    expect(engine.balance(2, 'coin', usdt).available).toBe(-3 * initialBalance + 97);
    expect(engine.withdrawal(1000, 'w')?.state).toBe('settled');
  });

  test('that is released returns everything', () => {
    const { apply, engine } = open(make);
    apply(buildHold({ requestId: 'w', amount: 100, fee: 3 }), release);
    expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: initialBalance, frozen: 0 });
    expect(engine.withdrawal(1000, 'w')?.state).toBe('released');
  });

  test('ends once, in one way', () => {
    const { apply } = open(make);
    apply(buildHold({ requestId: 'w' }), settle);
    expect(apply(settle, release)).toEqual(['duplicate 0 null', 'rejected withdrawalEnded']);
    apply(buildHold({ requestId: 'w2' }), { ...release, requestId: 'w2' });
    const ends = [
      { ...release, requestId: 'w2' },
      { ...settle, requestId: 'w2' },
    ];
    expect(apply(...ends)).toEqual(['duplicate 0 null', 'rejected withdrawalEnded']);
  });

  test("is unknown if it is another owner's, was never held, or was rejected", () => {
    const { apply, engine } = open(make);
    apply(buildHold({ requestId: 'w', amount: initialBalance + 1 }));
    expect(engine.withdrawal(1000, 'w')).toBeNull();
    apply(buildHold({ requestId: 'v', owner: 1001 }));
    const commands = [settle, release, { ...settle, requestId: 'v' }, { ...settle, requestId: '' }];
    expect(apply(...commands)).toEqual(Array<string>(4).fill('rejected unknownWithdrawal'));
  });

  test('keeps its money from other uses', () => {
    const { apply, place } = open(make);
    apply(buildHold({ amount: initialBalance }));
    expect(place({})).toEqual(['rejected insufficientBalance']);
    expect(apply(buildHold({ amount: 2 }))).toEqual(['rejected insufficientBalance']);
  });

  test('is remembered until it ends, however long that takes', () => {
    const { apply, engine } = open(make);
    const hold = buildHold({ requestId: 'w' });
    apply(hold, { type: 'tick', time: 3 * day });
    expect(apply(hold)).toEqual(['duplicate 0 null']);
    apply(settle);
    expect(engine.balance(1000, 'coin', usdt)).toEqual({ available: initialBalance - 10, frozen: 0 });
    expect(apply(settle)).toEqual(['rejected unknownWithdrawal']);
  });

  test('may be paid to adjustments', () => {
    const { apply, engine } = open(make);
    apply(buildHold({ requestId: 'w', destination: 'adjustments', fee: 0 }), settle);
    expect(engine.balance(3, 'coin', usdt).available).toBe(10);
  });
});

import { buildCancel, buildDeposit, buildOrder, initialBalance, openTestEngine } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command } from './command.ts';

const day = 24 * 60 * 60 * 1000;
const tick = (time: number): Command => ({ type: 'tick', time });

describe.each(bothEngines)('the outcome of an id, with %s,', (_name, make) => {
  // More than one command removes, so that some outdated ones are left.
  const many = Array.from({ length: 12 }, (_, index) =>
    buildOrder({ clientOrderId: `c${index}`, timeInForce: 'IOC', time: 100 }),
  );

  test.each([1, 5, 12])('is remembered for a day if the order ended immediately: order %i', (orderId) => {
    const { apply, engine } = openTestEngine(make);
    const [id, again] = [`c${orderId - 1}`, many[orderId - 1] as Command];
    apply(...many, tick(100 + day - 1));
    expect(engine.orderIdOf(1000, id)).toBe(orderId);
    expect(apply(buildCancel({ orderId }))).toEqual(['rejected orderNotOpen']);
    expect(apply(buildCancel({ clientOrderId: id }))).toEqual(['rejected orderNotOpen']);
    expect(apply(again)).toEqual([`duplicate ${orderId} null`]);

    apply(tick(100 + day));
    expect(engine.orderIdOf(1000, id)).toBe(null);
    expect(apply(buildCancel({ orderId }), buildCancel({ clientOrderId: id }))).toEqual([
      'rejected unknownOrder',
      'rejected unknownOrder',
    ]);
    expect(apply(again)[0]).toBe(`orderAccepted 13 1000 ${id} ${100 + day}`);
    expect(engine.orderIdOf(1000, id)).toBe(13);
  });

  test('is remembered as long as its order is open, and for the rest of the day', () => {
    const { apply, engine } = openTestEngine(make);
    const [old, young] = ['old', 'young'].map((clientOrderId) => buildOrder({ clientOrderId, expiresAt: 9 * day })) as [
      Command,
      Command,
    ];
    apply(old, tick(1), young, tick(day - 1));
    expect(apply(old)).toEqual(['duplicate 1 null']);
    apply(tick(day), buildCancel({ orderId: 1 }), buildCancel({ orderId: 2 }));
    expect([engine.orderIdOf(1000, 'old'), engine.orderIdOf(1000, 'young')]).toEqual([null, 2]);
    expect(apply(buildCancel({ orderId: 1 }), buildCancel({ orderId: 2 }))).toEqual([
      'rejected unknownOrder',
      'rejected orderNotOpen',
    ]);
    // Its conditions are remembered with it.
    expect(apply(young)).toEqual(['duplicate 2 null']);
    expect(apply({ ...young, expiresAt: 8 * day } as Command)).toEqual(['rejected idConflict']);
    apply(tick(day + 1));
    expect(apply(young)[0]).toBe(`orderAccepted 3 1000 young ${day + 1}`);
  });

  test('can be a rejection, and each kind of request has its own ids', () => {
    const { apply } = openTestEngine(make);
    const poor = buildOrder({ clientOrderId: 'a', owner: 1003 });
    expect(apply(poor, poor)).toEqual(['rejected insufficientBalance', 'duplicate 0 insufficientBalance']);
    const deposit = buildDeposit({ requestId: 'a', owner: 1003, amount: initialBalance });
    const move: Command = { type: 'transfer', time: 0, requestId: 'a', owner: 1003, asset: 1, from: 'coin', amount: 5 };
    apply(deposit, move);
    expect(apply(deposit, move)).toEqual(['duplicate 0 null', 'duplicate 0 null']);
    expect(apply({ ...move, from: 'fiat' }, { ...deposit, source: 'adjustments' })).toEqual([
      'rejected idConflict',
      'rejected idConflict',
    ]);
    apply(tick(day));
    expect(apply(poor)[0]).toBe(`orderAccepted 1 1003 a ${day}`);
  });
});

import { buildDeposit, buildOrder, listing } from '@fft/testkit';
import { expect, test } from 'vitest';
import { Engine } from '../engine.ts';
import { silentListener } from '../listener.ts';
import { State } from '../state/state.ts';

const day = 24 * 60 * 60 * 1000;

test('each command removes four outdated requests with everything stored for them', () => {
  const state = new State(silentListener);
  const engine = new Engine(silentListener, state);
  const { completed, ...requests } = { completed: state.requests.completed, conditions: state.requests['conditions'] };
  for (const command of [...listing(), buildDeposit({ amount: 1_000_000 })]) engine.apply(command);
  const stop = { stopTicks: 105, stopDirection: 'rising' } as const;
  for (let index = 0; index < 9; index += 1) engine.apply(buildOrder(stop));
  engine.apply({ type: 'cancelAll', time: 0, owner: 1000, market: 'all' });
  expect([completed.count, requests.conditions.count]).toEqual([10, 9]);
  engine.apply({ type: 'tick', time: day - 1 });
  expect(completed.count).toBe(10);
  for (const [count, conditions] of [
    [6, 6],
    [2, 2],
    [0, 0],
    [0, 0],
  ]) {
    engine.apply({ type: 'tick', time: day });
    engine.validate();
    expect([completed.count, requests.conditions.count]).toEqual([count, conditions]);
  }
});

test('the text of a long id is freed with its order', () => {
  const state = new State(silentListener);
  const engine = new Engine(silentListener, state);
  const clientOrderId = 'an-id-of-more-than-sixteen-characters';
  for (const command of [...listing(), buildDeposit({ amount: 1_000_000 })]) engine.apply(command);
  engine.apply(buildOrder({ clientOrderId }));
  const texts = state.orders['longIds']['records'];
  expect(texts.count).toBe(1);
  engine.apply({ type: 'cancelAll', time: 0, owner: 1000, market: 'all' });
  expect(texts.count).toBe(0);
});

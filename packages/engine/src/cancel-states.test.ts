import {
  buildCancel,
  buildDeposit,
  buildOrder,
  checkStreams,
  EventRecorder,
  listing,
  NaiveEngine,
  testMarket,
} from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import type { Command } from './command.ts';
import { Engine } from './engine.ts';
import { silentListener } from './listener.ts';
import type { MatchingEngine } from './matching-engine.ts';
import { State } from './state/state.ts';

const [ann, bob, cat] = [1000, 1001, 1002];
const work = 24;
const owners = [1000, 1001, 1002, 1003];

type Make = (recorder: EventRecorder) => MatchingEngine;
const makers: [string, Make][] = [
  ['Engine', (listener) => new Engine(listener, new State(listener, { maxWorkPerCommand: work }))],
  ['NaiveEngine', (listener) => new NaiveEngine(listener, { maxWorkPerCommand: work })],
];

const setState = (state: 'open' | 'halted' | 'cancelOnly' | 'auction'): Command => ({
  type: 'setMarketState',
  time: 0,
  market: 0,
  state,
});
const trade = (priceTicks: number): Command[] =>
  [bob, cat].map((owner, index) =>
    buildOrder({ owner, side: index === 0 ? 'sell' : 'buy', priceTicks, quantityLots: 1 }),
  );
/** Bob and Cat cross at more prices than one command looks at. */
const crossed = (): Command[] =>
  Array.from({ length: 2 * work }, (_none, index) => [
    buildOrder({ owner: bob, side: 'sell', priceTicks: 200 + index, quantityLots: 1 }),
    buildOrder({ owner: cat, side: 'buy', priceTicks: 200 + index, quantityLots: 1 }),
  ]).flat();

/** Every state of a market, and the commands that bring it there. */
const states: [string, string, readonly Command[]][] = [
  ['open', 'open', []],
  ['cancel-only', 'cancelOnly', [setState('cancelOnly')]],
  ['halted by an operator', 'halted', [setState('halted')]],
  ['halted by its volatility', 'halted', [...trade(100), ...trade(150)]],
  ['in an auction', 'auction', [setState('auction')]],
  ['in an aborted auction', 'halted', [setState('auction'), ...crossed(), setState('halted')]],
  ['searching for its opening price', 'auction', [setState('auction'), ...crossed(), setState('open')]],
];

/** Every way to cancel, as commands. Ann's orders have the ids 1 to 4; of her pair only one leg is named. */
const doors: [string, readonly Command[]][] = [
  ['one by one by their ids', [1, 2, 3].map((orderId) => buildCancel({ owner: ann, orderId, always: true }))],
  [
    'one by one by their names, twice',
    ['a', 'b', 'leg', 'a', 'b', 'leg'].map((clientOrderId) => buildCancel({ owner: ann, clientOrderId, always: true })),
  ],
  ['all of the market', [{ type: 'cancelAll', time: 0, owner: ann, market: 0, always: true }]],
  ['all', [{ type: 'cancelAll', time: 0, owner: ann, market: 'all', always: true }]],
  ['by a dead-man timer', [{ type: 'armDeadMan', time: 0, owner: ann, market: 'all', timeoutMs: 5 }]],
  ['by their end', [{ type: 'tick', time: 10 }]],
];

function open(make: Make) {
  const recorder = new EventRecorder();
  const engine = make(recorder);
  const rules = { volatilityPpm: 40_000, haltMs: 1_000_000, auctionMs: 1_000, maxOpenOrders: 1_000 };
  const apply = (commands: readonly Command[]): string[] => {
    recorder.take();
    for (const command of commands) {
      engine.apply(command);
      engine.validate();
    }
    return recorder.take();
  };
  apply(listing([{ ...testMarket, makerFeePpm: 0, takerFeePpm: 0, ...rules }]));
  for (const owner of [ann, bob, cat]) {
    apply([buildDeposit({ owner, asset: 0, amount: 1e9 }), buildDeposit({ owner, asset: 1, amount: 1e9 })]);
  }
  return { engine, apply };
}

/** What is left for later commands. */
function settle(engine: MatchingEngine, apply: (commands: readonly Command[]) => string[], until: number): void {
  apply([{ type: 'tick', time: until }]);
  while (engine.dueAt() <= engine.time) apply([{ type: 'tick', time: engine.time }]);
}

describe.each(makers)('%s cancels in a market that is', (_engine, make) => {
  describe.each(states)('%s,', (_state, state, commands) => {
    test.each(doors)('%s', (_door, cancels) => {
      const { engine, apply } = open(make);
      const before = engine.balances(ann);
      const ends = cancels[0]?.type === 'tick' ? { expiresAt: 8 } : {};
      apply([
        buildOrder({ owner: ann, clientOrderId: 'a', priceTicks: 50, ...ends }),
        buildOrder({ owner: ann, clientOrderId: 'b', side: 'sell', priceTicks: 900, ...ends }),
        buildOrder({ owner: ann, clientOrderId: 'limit', side: 'sell', priceTicks: 950 }),
        buildOrder({
          owner: ann,
          clientOrderId: 'leg',
          side: 'sell',
          priceTicks: 40,
          stopTicks: 45,
          stopDirection: 'falling',
          otherLeg: 'limit',
          ...ends,
        }),
      ]);
      expect(engine.openOrders(ann)).toHaveLength(4);
      const lines = apply([...commands]);
      expect(lines.filter((line) => line.startsWith('rejected'))).toEqual([]);
      expect(engine.markets[0]?.state).toBe(state);
      // Where the order is gone already, a second request finds it so.
      const refusals = new Set(apply(cancels).filter((line) => line.startsWith('rejected')));
      expect([...refusals].filter((line) => line !== 'rejected orderNotOpen')).toEqual([]);
      settle(engine, apply, 20);
      expect(engine.openOrders(ann)).toEqual([]);
      expect(engine.balances(ann)).toEqual(before);
    });
  });

  test('searching for its opening price, but not before it opened: the book stays as it was when the auction ended', () => {
    const { engine, apply } = open(make);
    apply([setState('auction'), ...crossed(), setState('open')]);
    const first = engine.openOrders(cat).find(({ command }) => command.priceTicks === 200);
    expect(apply([buildCancel({ owner: cat, orderId: first?.orderId ?? 0, always: true })])).toEqual([]);
    expect(engine.openOrders(cat)).toContainEqual(first);
    expect(apply([buildCancel({ owner: cat, orderId: first?.orderId ?? 0 })])).toEqual([
      expect.stringContaining('marketNotOpen'),
    ]);
    const lines: string[] = [];
    while (engine.dueAt() <= engine.time) lines.push(...apply([{ type: 'tick', time: 0 }]));
    const opened = lines.indexOf('marketStateChanged 0 open');
    const cancelled = lines.findIndex((line) => line.startsWith(`orderCancelled ${first?.orderId} `));
    expect(opened).toBeGreaterThan(-1);
    expect(cancelled).toBeGreaterThan(opened);
  });
});

test.each([1, 12, 2_000])(
  'after any stream of commands, with a work limit of %i, cancelling all leaves no order in any state of a market',
  (maxWorkPerCommand) => {
    checkStreams({ runs: 60, length: { min: 10, max: 200 }, shrinks: true }, (commands) => {
      const engine = new Engine(silentListener, new State(silentListener, { maxWorkPerCommand }));
      for (const command of commands) engine.apply(command);
      const { time } = engine;
      for (const owner of owners) engine.apply({ type: 'cancelAll', time, owner, market: 'all', always: true });
      while (engine.dueAt() <= engine.time) engine.apply({ type: 'tick', time });
      expect(owners.flatMap((owner) => engine.openOrders(owner))).toEqual([]);
    });
  },
);

test.each([12, 2_000])(
  'after any stream of commands, with a work limit of %i, cancelling one by one leaves no order in any state of a market',
  (maxWorkPerCommand) => {
    checkStreams({ runs: 60, length: { min: 10, max: 200 }, shrinks: true }, (commands) => {
      const engine = new Engine(silentListener, new State(silentListener, { maxWorkPerCommand }));
      for (const command of commands) engine.apply(command);
      const { time } = engine;
      for (const owner of owners) {
        for (const { orderId } of engine.openOrders(owner)) {
          engine.apply(buildCancel({ time, owner, orderId, always: true }));
        }
      }
      while (engine.dueAt() <= engine.time) engine.apply({ type: 'tick', time });
      expect(owners.flatMap((owner) => engine.openOrders(owner))).toEqual([]);
    });
  },
);

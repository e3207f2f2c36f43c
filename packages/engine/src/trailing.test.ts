import {
  buildAmend,
  buildCancel,
  buildMarketOrder,
  buildOrder,
  type MakeEngine,
  NaiveEngine,
  openTestEngine,
} from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, MarketRules, PlaceOrder } from './command.ts';
import { Engine } from './engine.ts';
import { State } from './state/state.ts';

const sale = { owner: 1002, side: 'sell', clientOrderId: 'trail', quantityLots: 5 } as const;

describe.each(bothEngines)('%s', (_name, make) => {
  /** An engine whose last price is 100, with bids far below and asks far above to trade with. */
  function open(rules: Partial<MarketRules> = {}) {
    const opened = openTestEngine(make, { collarPpm: 1_000_000, ...rules });
    const { apply, engine } = opened;
    const tradeAt = (...prices: number[]): string[] =>
      prices.flatMap((priceTicks) =>
        apply(
          buildOrder({ owner: 1001, side: 'sell', priceTicks, quantityLots: 1 }),
          buildOrder({ priceTicks, quantityLots: 1 }),
        ),
      );
    const trigger = (): number | undefined => {
      return engine.openOrders(1002).find(({ command }) => command.clientOrderId === 'trail')?.trailedTicks;
    };
    tradeAt(100);
    apply(buildOrder({ owner: 1001, priceTicks: 50, quantityLots: 50 }));
    apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 150, quantityLots: 50 }));
    return { ...opened, tradeAt, trigger };
  }

  const triggered = (lines: readonly string[]): boolean => lines.some((line) => line.startsWith('orderTriggered'));

  test('a sell follows the highest price, and triggers at its distance below it', () => {
    const { apply, tradeAt, trigger } = open();
    apply(buildMarketOrder({ ...sale, trailTicks: 5 }));
    expect(trigger()).toBe(95);
    tradeAt(104, 101);
    expect(trigger()).toBe(99);
    expect(triggered(tradeAt(100))).toBe(false);
    tradeAt(110);
    expect(trigger()).toBe(105);
    expect(triggered(tradeAt(106))).toBe(false);
    expect(triggered(tradeAt(105))).toBe(true);
  });

  test('a buy follows the lowest price, by a share of it, and triggers above', () => {
    const { apply, tradeAt, trigger } = open();
    apply(buildMarketOrder({ owner: 1002, clientOrderId: 'trail', amount: 9000, trailBps: 300 }));
    expect(trigger()).toBe(103);
    tradeAt(102, 80, 81);
    expect(trigger()).toBe(82);
    expect(triggered(tradeAt(82))).toBe(true);
  });

  test.each([
    ['sell', [104, 90, 120], [0, 0, 115]],
    ['buy', [96, 110, 80], [0, 0, 85]],
  ] as const)('a %s with an activation price begins there', (side, prices, triggers) => {
    const { apply, tradeAt, trigger } = open();
    const order = side === 'sell' ? sale : { ...sale, side, quantityLots: 0, amount: 9000 };
    apply(buildMarketOrder({ ...order, trailTicks: 5, activationTicks: side === 'sell' ? 105 : 95 }));
    expect(
      prices.map((price) => {
        tradeAt(price);
        return trigger();
      }),
    ).toEqual(triggers);
  });

  test('one order activates it, raises it and triggers it', () => {
    const { apply, trigger } = open();
    apply(buildMarketOrder({ ...sale, trailTicks: 5, activationTicks: 105 }));
    for (const priceTicks of [112, 109, 106]) apply(buildOrder({ owner: 1001, priceTicks, quantityLots: 1 }));
    expect(trigger()).toBe(0);
    const lines = apply(buildMarketOrder({ side: 'sell', quantityLots: 3 }));
    expect(triggered(lines)).toBe(true);
  });

  test('a limit order moves its price as far as its trigger', () => {
    const { apply, tradeAt, engine } = open();
    apply(buildOrder({ ...sale, trailTicks: 5, priceTicks: 93 }));
    tradeAt(120);
    const lines = tradeAt(115);
    expect(lines).toContain('orderAmended 5 113 5');
    expect(engine.openOrders(1002)[0]).toMatchObject({ isWaiting: false, trailedTicks: 0 });
    expect(engine.depth(0, 1).asks).toEqual([[113, 5]]);
  });

  test("a buy's limit falls with its trigger, and what it no longer needs is released", () => {
    const { apply, tradeAt, engine } = open();
    const before = engine.balance(1002, 'coin', 1).available;
    apply(buildOrder({ ...sale, side: 'buy', trailTicks: 5, priceTicks: 107 }));
    expect(engine.balance(1002, 'coin', 1)).toEqual({ available: before - 5350, frozen: 5350 });
    tradeAt(80, 85);
    expect(engine.depth(0, 1).bids).toEqual([[87, 5]]);
    expect(engine.balance(1002, 'coin', 1)).toEqual({ available: before - 4350, frozen: 4350 });
  });

  test.each([
    ['a lowest limit of one tick', { side: 'buy', trailTicks: 5, priceTicks: 30 }, [60, 65], [1, 5]],
  ] as const)('%s', (_what, fields, prices, level) => {
    const { apply, tradeAt, engine } = open();
    apply(buildOrder({ ...sale, ...fields }));
    tradeAt(...prices);
    expect(engine.depth(0, 9).bids).toContainEqual(level);
  });

  test('several trigger one after the other: the nearest first, then the one that began first', () => {
    const { apply, tradeAt } = open();
    const stop = { ...sale, quantityLots: 1 };
    for (const [clientOrderId, trailTicks] of [
      ['far', 7],
      ['near', 5],
      ['last', 5],
    ] as const) {
      apply(buildMarketOrder({ ...stop, clientOrderId, trailTicks }));
    }
    apply(buildMarketOrder({ ...stop, clientOrderId: 'fixed', stopTicks: 92, stopDirection: 'falling' }));
    const lines = tradeAt(92).filter((line) => line.startsWith('orderTriggered'));
    expect(lines).toEqual([8, 6, 7, 5].map((id) => `orderTriggered ${id}`));
  });

  test('it can be cancelled, expires, and ends with the dead-man timer, before and after it follows', () => {
    const { apply, engine } = open();
    const stops = (name: string, fields: Partial<PlaceOrder> = {}): Command[] => [
      buildMarketOrder({ ...sale, ...fields, clientOrderId: name, trailTicks: 5 }),
      buildMarketOrder({ ...sale, ...fields, clientOrderId: `${name}-later`, trailTicks: 5, activationTicks: 110 }),
    ];
    apply(...stops('cancelled'), ...stops('expired', { expiresAt: 10 }), ...stops('left'));
    apply({ type: 'armDeadMan', time: 0, owner: 1002, market: 0, timeoutMs: 20 });
    for (const id of ['cancelled', 'cancelled-later']) apply(buildCancel({ owner: 1002, clientOrderId: id }));
    expect(engine.openOrders(1002)).toHaveLength(4);
    apply({ type: 'tick', time: 10 });
    expect(engine.openOrders(1002)).toHaveLength(2);
    apply({ type: 'tick', time: 20 });
    expect(engine.openOrders(1002)).toEqual([]);
    expect(engine.balance(1002, 'coin', 0).frozen).toBe(0);
  });

  test('it may be the other leg of a limit order', () => {
    const { apply, tradeAt, engine } = open();
    const legs = { owner: 1002, side: 'sell', quantityLots: 5 } as const;
    const limit = buildOrder({ ...legs, clientOrderId: 'gain', priceTicks: 130 });
    apply({ type: 'placePair', time: 0, limit, stop: buildMarketOrder({ ...sale, trailTicks: 5, otherLeg: 'gain' }) });
    expect(engine.balance(1002, 'coin', 0).frozen).toBe(5000);
    tradeAt(120, 115);
    expect(engine.openOrders(1002)).toEqual([]);
    expect(engine.balance(1002, 'coin', 0).frozen).toBe(0);
  });

  test('a halted market keeps what triggered, an auction moves it, and it executes once the market opens', () => {
    const { apply, tradeAt, trigger } = open({ volatilityPpm: 100_000, haltMs: 1000, auctionMs: 1000 });
    apply(buildMarketOrder({ ...sale, trailTicks: 5 }));
    expect(triggered(tradeAt(89))).toBe(false);
    expect(trigger()).toBe(95);
    expect(apply(buildMarketOrder({ ...sale, clientOrderId: 'next', trailTicks: 5 }))).toEqual([
      'rejected marketNotOpen',
    ]);
    apply({ type: 'tick', time: 1000 });
    const next = buildMarketOrder({ ...sale, clientOrderId: 'later', trailTicks: 5 });
    expect(apply(next)).toEqual(['rejected wouldTriggerAtOnce']);
    expect(triggered(apply({ type: 'tick', time: 2000 }))).toBe(true);
  });

  test('new ones are rejected until the market opens, even if the triggered one is cancelled before', () => {
    const { apply, tradeAt, trigger } = open({ volatilityPpm: 100_000, haltMs: 1000, auctionMs: 1000 });
    apply(buildMarketOrder({ ...sale, clientOrderId: 'triggered', trailTicks: 5 }));
    tradeAt(89);
    apply({ type: 'tick', time: 1000 }, buildCancel({ owner: 1002, clientOrderId: 'triggered' }));
    const next = buildMarketOrder({ ...sale, clientOrderId: 'early', trailTicks: 5 });
    expect(apply(next)).toEqual(['rejected wouldTriggerAtOnce']);
    apply({ type: 'tick', time: 2000 }, buildMarketOrder({ ...sale, trailTicks: 5 }));
    expect(trigger()).toBe(84);
  });

  test('while triggered ones wait for the market to open, the others do not follow; then the last price counts', () => {
    const { apply, tradeAt, engine } = open({ volatilityPpm: 100_000, haltMs: 1000, auctionMs: 1000 });
    apply(buildMarketOrder({ ...sale, clientOrderId: 'near', trailTicks: 5 }));
    apply(buildMarketOrder({ ...sale, clientOrderId: 'far', trailTicks: 30 }));
    tradeAt(89);
    apply({ type: 'tick', time: 1000 });
    apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 120, quantityLots: 1 }));
    apply(buildOrder({ priceTicks: 120, quantityLots: 1 }), buildOrder({ priceTicks: 118, quantityLots: 5 }));
    const lines = apply({ type: 'tick', time: 2000 }).filter((line) => line.startsWith('orderTriggered'));
    expect(lines).toEqual(['orderTriggered 5']);
    expect(engine.openOrders(1002).map(({ trailedTicks }) => trailedTicks)).toEqual([88]);
  });

  test.each<[string, string, Partial<PlaceOrder>]>([
    ['a distance as long as the price', 'priceOutsideBand', { trailTicks: 100 }],
    ['a limit price outside the band around its trigger', 'priceOutsideBand', { trailTicks: 5, priceTicks: 84 }],
  ])('%s is rejected', (_what, reason, fields) => {
    const { apply } = open({ bandPpm: 100_000 });
    expect(apply(buildOrder({ ...sale, priceTicks: 95, ...fields }))).toEqual([`rejected ${reason}`]);
  });

  test('it needs a price to begin from', () => {
    const { apply } = openTestEngine(make);
    const order = buildOrder({ ...sale, trailTicks: 5 });
    expect(apply(order)).toEqual(['rejected noLiquidity']);
    expect(apply({ ...order, clientOrderId: 'from', activationTicks: 90 }).at(-1)).toMatch(/^orderWaiting/);
  });

  test('it can not be amended', () => {
    const { apply } = open();
    apply(buildOrder({ ...sale, trailTicks: 5, priceTicks: 94 }));
    const amend = buildAmend({ owner: 1002, clientOrderId: 'trail', priceTicks: 94, quantityLots: 1 });
    expect(apply(amend)).toEqual(['rejected notAmendable']);
  });

  test('its terms are remembered', () => {
    const { apply } = open();
    const order = buildOrder({ ...sale, trailTicks: 5, activationTicks: 120, priceTicks: 110 });
    apply(order);
    const changes: Partial<PlaceOrder>[] = [
      { trailTicks: 6 },
      { trailTicks: 0, trailBps: 5 },
      { activationTicks: 121 },
      { activationTicks: 0 },
    ];
    const answers = () => [{}, ...changes].map((change) => apply({ ...order, ...change })[0]?.split(' ')[0]);
    expect(answers()).toEqual(['duplicate', 'rejected', 'rejected', 'rejected', 'rejected']);
    apply(buildCancel({ owner: 1002, clientOrderId: 'trail' }));
    expect(answers()).toEqual(['duplicate', 'rejected', 'rejected', 'rejected', 'rejected']);
  });
});

test('a side whose triggered stops were cancelled notes the worst price until the market opens, as in the oracle', () => {
  const tradeAt = (priceTicks: number, id: string): Command[] => [
    buildOrder({ owner: 1001, side: 'sell', clientOrderId: `ask-${id}`, priceTicks, quantityLots: 1 }),
    buildOrder({ clientOrderId: `bid-${id}`, priceTicks, quantityLots: 1 }),
  ];
  const commands: Command[] = [
    ...tradeAt(100, 'first'),
    buildMarketOrder({ ...sale, trailTicks: 5 }),
    ...tradeAt(89, 'halting'),
    { type: 'tick', time: 1000 },
    buildCancel({ owner: 1002, clientOrderId: 'trail' }),
    ...['a', 'b', 'c'].flatMap((id) => tradeAt(85, id)),
    // An opening in small parts: its first trade is seen before the market forgets what triggered.
    ...[2000, 2001, 2002, 2003, 2004].map((time): Command => ({ type: 'tick', time })),
  ];
  const options = { maxWorkPerCommand: 1 };
  const makes: MakeEngine[] = [
    (listener) => new Engine(listener, new State(listener, options)),
    (listener) => new NaiveEngine(listener, options),
  ];
  const [hashes, hashesOfOracle] = makes.map((make) => {
    const { apply, engine } = openTestEngine(make, { volatilityPpm: 100_000, haltMs: 1000, auctionMs: 1000 });
    return commands.map((command) => {
      apply(command);
      return engine.stateHash();
    });
  });
  expect(hashes).toEqual(hashesOfOracle);
});

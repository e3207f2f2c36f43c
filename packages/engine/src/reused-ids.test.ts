import {
  buildCancel,
  buildDeposit,
  buildMarketOrder,
  buildOrder,
  EventRecorder,
  listing,
  openTestEngine,
} from '@fft/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, PlaceOrder } from './command.ts';
import { createEngine, type Engine, restoreEngine } from './engine.ts';

const repeatMs = 1_000;
const fates = (lines: readonly string[]) => lines.filter((line) => /^(order(?!Rested)|rejected|duplicate)/.test(line));

describe.each(bothEngines)('ids that may be used again, with %s', (_name, make) => {
  const again = (fields: Partial<PlaceOrder> = {}) => buildOrder({ clientOrderId: '1', repeatMs, ...fields });

  test('the id of an open order is taken, and a repeat within its time is the same request', () => {
    const { apply } = openTestEngine(make);
    apply(again());
    expect(apply(again({ time: 999 }))).toEqual(['duplicate 1 null']);
    expect(apply(again({ time: 1_000 }))).toEqual(['rejected idConflict']);
    expect(apply(again({ priceTicks: 99 }))).toEqual(['rejected idConflict']);
  });

  test('an id is free once its owner has cancelled the order, whatever the body', () => {
    const { apply, engine } = openTestEngine(make);
    apply(again());
    apply(buildCancel({ clientOrderId: '1' }));
    expect(fates(apply(again()))).toEqual(['orderAccepted 2 1000 1 0']);
    expect(engine.orderIdOf(1000, '1')).toBe(2);
    apply({ type: 'cancelAll', time: 0, owner: 1000, market: 'all' });
    expect(fates(apply(again()))).toEqual(['orderAccepted 3 1000 1 0']);
    apply({ type: 'armDeadMan', time: 0, owner: 1000, market: 'all', timeoutMs: 10 });
    expect(fates(apply(again({ time: 10 })))).toEqual(['orderCancelled 3 1000 0 deadMan', 'orderAccepted 4 1000 1 10']);
    // The earlier orders are still known by their numbers.
    expect(apply(buildCancel({ orderId: 1 }))).toEqual(['rejected orderNotOpen']);
  });

  test('after a filled order the same body is the same request for its time, another body a new order', () => {
    const { apply } = openTestEngine(make);
    const fill = () => apply(buildOrder({ owner: 1001, side: 'sell', timeInForce: 'IOC' }));
    apply(again());
    fill();
    expect(apply(again({ time: 999 }))).toEqual(['duplicate 1 null']);
    expect(fates(apply(again({ time: 999, quantityLots: 10, priceTicks: 101 })))).toEqual([
      'orderAccepted 3 1000 1 999',
    ]);
    fill();
    expect(apply(again({ time: 1_998, priceTicks: 101 }))).toEqual(['duplicate 3 null']);
    expect(fates(apply(again({ time: 1_999, priceTicks: 101 })))).toEqual(['orderAccepted 5 1000 1 1999']);
  });

  test('a rejected order leaves its id free', () => {
    const { apply } = openTestEngine(make);
    const tooMuch = again({ quantityLots: 999_999, priceTicks: 9_999 });
    expect(apply(tooMuch)).toEqual(['rejected insufficientBalance']);
    expect(apply(tooMuch)).toEqual(['rejected insufficientBalance']);
    expect(fates(apply(again()))).toEqual(['orderAccepted 1 1000 1 0']);
  });

  test('both ids of a pair are free once its owner has cancelled it', () => {
    const { apply } = openTestEngine(make);
    const limit = again({ side: 'sell', priceTicks: 110 });
    const trigger = { stopTicks: 90, stopDirection: 'falling', otherLeg: '1' } as const;
    const stop = buildMarketOrder({ clientOrderId: '2', side: 'sell', repeatMs, ...trigger });
    const pair: Command = { type: 'placePair', time: 0, limit, stop };
    apply(pair);
    expect(apply(pair)).toEqual(['duplicate 1 null', 'duplicate 2 null']);
    apply(buildCancel({ clientOrderId: '1' }));
    const accepted = ['orderAccepted 3 1000 1 0', 'orderAccepted 4 1000 2 0', 'orderWaiting 4'];
    expect(fates(apply(pair))).toEqual(accepted);
  });

  test('an order without the mark still finds its id taken for a day', () => {
    const { apply } = openTestEngine(make);
    const once = buildOrder({ clientOrderId: '1' });
    apply(once);
    apply(buildCancel({ clientOrderId: '1' }));
    expect(apply(once)).toEqual(['duplicate 1 null']);
    expect(apply(again({ time: 999 }))).toEqual(['duplicate 1 null']);
    expect(fates(apply(again({ time: 1_000 })))).toEqual(['orderAccepted 2 1000 1 1000']);
    expect(apply({ ...once, priceTicks: 99 })).toEqual(['rejected idConflict']);
  });

  test.each([-1, 0.5, Number.NaN, '5', null])('a time of %s is malformed', (wrong) => {
    const { apply } = openTestEngine(make);
    expect(apply(again({ repeatMs: wrong as number }))).toEqual(['rejected malformed']);
    expect(apply(again({ endsUnfilled: wrong as unknown as true }))).toEqual(['rejected malformed']);
  });
});

describe.each(bothEngines)('orders that end unfilled, with %s', (_name, make) => {
  const unfilled = { endsUnfilled: true } as const;

  test('a fill-or-kill order that the book can’t fill is accepted, and cancelled at once', () => {
    const { apply, engine } = openTestEngine(make);
    apply(buildOrder({ owner: 1001, side: 'sell', quantityLots: 9 }));
    expect(apply(buildOrder({ timeInForce: 'FOK', ...unfilled })).map((line) => line.split(' ', 2).join(' '))).toEqual([
      'orderAccepted 2',
      'posted asset=1',
      'posted asset=1',
      'orderCancelled 2',
    ]);
    expect(engine.balance(1000, 'coin', 1).frozen).toBe(0);
    expect(engine.depth(0, 1).asks).toEqual([[100, 9]]);
  });

  test.each([
    ['a market buy by amount', { amount: 1_000 }],
    ['a market buy by quantity', {}],
    ['a market sell', { side: 'sell' as const }],
  ])('%s without any other order is accepted, and cancelled at once', (_what, fields) => {
    const { apply } = openTestEngine(make);
    expect(fates(apply(buildMarketOrder({ ...fields, ...unfilled })))).toEqual([
      expect.stringMatching(/^orderAccepted 1 /),
      'orderCancelled 1 1000 0 bookExhausted',
    ]);
  });

  test('is recognised when it comes again', () => {
    const { apply } = openTestEngine(make);
    const order = buildOrder({ timeInForce: 'FOK', clientOrderId: '1', repeatMs, ...unfilled });
    apply(order);
    expect(apply(order)).toEqual(['duplicate 1 null']);
  });

  test('without the mark it is rejected', () => {
    const { apply } = openTestEngine(make);
    expect(apply(buildOrder({ timeInForce: 'FOK' }))).toEqual(['rejected fillOrKillUnfillable']);
    expect(apply(buildMarketOrder())).toEqual(['rejected noLiquidity']);
  });

  test('who lacks the money, or places it in a closed market, is rejected first', () => {
    const { apply } = openTestEngine(make);
    const tooMuch = buildMarketOrder({ amount: 999_999_999_999, ...unfilled });
    expect(apply(tooMuch)).toEqual(['rejected insufficientBalance']);
    apply({ type: 'setMarketState', time: 0, market: 0, state: 'halted' });
    expect(apply(buildMarketOrder(unfilled))).toEqual(['rejected marketNotOpen']);
  });
});

type Step =
  | { readonly do: 'place'; readonly id: string; readonly body: 0 | 1 | 2 | 3 }
  | { readonly do: 'cancel'; readonly id: string }
  | { readonly do: 'fillBest' }
  | { readonly do: 'restart' }
  | { readonly do: 'wait'; readonly ms: number };

const id = fc.constantFrom('1', '2', '3');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('place'), id, body: fc.constantFrom(0, 1, 2, 3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel'), id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('fillBest', 'restart') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 400, 999, 1_000, 86_400_000) }) },
);

/** Two orders that rest, one that fills at once, and one that is cancelled at once. */
const bodies: readonly Partial<PlaceOrder>[] = [
  { priceTicks: 90 },
  { priceTicks: 91 },
  { priceTicks: 200, quantityLots: 1, timeInForce: 'IOC' },
  { priceTicks: 100, timeInForce: 'FOK' },
];

interface ModelOrder {
  readonly id: string;
  readonly number: number;
  readonly body: number;
  readonly time: number;
  state: 'open' | 'cancelled' | 'over';
}

/** What ids mean, written from the contract: a list of orders, of which the newest with an id counts. */
class IdModel {
  readonly orders: ModelOrder[] = [];
  last = 0;
  time = 0;

  place(name: string, body: number): string {
    const known = this.orders.findLast((order) => order.id === name);
    const isRepeat = known?.body === body && this.time - known.time < repeatMs && known.state !== 'cancelled';
    if (known && isRepeat) return `duplicate ${known.number} null`;
    if (known?.state === 'open') return 'rejected idConflict';
    this.last += 1;
    this.orders.push({ id: name, number: this.last, body, time: this.time, state: body < 2 ? 'open' : 'over' });
    return `orderAccepted ${this.last} 1000 ${name} ${this.time}`;
  }

  cancel(name: string): void {
    const known = this.orders.findLast((order) => order.id === name);
    if (known?.state === 'open') known.state = 'cancelled';
  }

  fillBest(): void {
    const open = this.orders.filter(({ state }) => state === 'open');
    const best = open.find(({ body }) => body === 1) ?? open[0];
    if (best) best.state = 'over';
    this.last += 1;
  }

  get open(): number[] {
    return this.orders.filter(({ state }) => state === 'open').map(({ number }) => number);
  }
}

test('any sequence of orders with few ids, cancels, fills, waits and restarts goes as a list of orders says', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 60 }), (steps) => {
      const recorder = new EventRecorder();
      let engine: Engine = createEngine(recorder);
      const funds = [0, 1].flatMap((asset) =>
        [1000, 1001].map((owner) => buildDeposit({ owner, asset, amount: 1_000_000_000 })),
      );
      const maker = buildOrder({ owner: 1001, side: 'sell', priceTicks: 200, quantityLots: 1_000 });
      for (const command of [...listing(), ...funds, maker]) engine.apply(command);
      const model = new IdModel();
      model.last = 1;
      const journal: Command[] = [];
      const apply = (command: Command) => {
        recorder.take();
        engine.apply(command);
        journal.push(command);
        engine.validate();
        return recorder.take();
      };
      for (const step of steps) {
        const { time } = model;
        if (step.do === 'wait') model.time += step.ms;
        else if (step.do === 'restart') engine = restoreEngine(engine.snapshot(), recorder);
        else if (step.do === 'fillBest') {
          const best = engine.depth(0, 1).bids[0]?.[0] ?? 90;
          apply(buildOrder({ time, owner: 1001, side: 'sell', priceTicks: best, timeInForce: 'IOC' }));
          model.fillBest();
        } else if (step.do === 'cancel') {
          apply(buildCancel({ time, clientOrderId: step.id }));
          model.cancel(step.id);
        } else {
          const order = { ...bodies[step.body], time, clientOrderId: step.id, repeatMs, endsUnfilled: true } as const;
          expect(apply(buildOrder(order))[0]).toBe(model.place(step.id, step.body));
        }
        expect(
          engine
            .openOrders(1000)
            .map(({ orderId }) => orderId)
            .toSorted((a, b) => a - b),
        ).toEqual(model.open);
      }
      for (const name of ['1', '2', '3']) {
        const newest = model.orders.findLast((order) => order.id === name);
        const isKept =
          newest && (newest.state === 'open' || (newest.state === 'over' && engine.time - newest.time < 86_400_000));
        expect(engine.orderIdOf(1000, name)).toBe(isKept ? newest.number : null);
      }
    }),
    { numRuns: 300, seed: 54 },
  );
});

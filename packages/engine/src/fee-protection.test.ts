import { buildAmend, buildLimits, buildMarketOrder, buildOrder, openTestEngine } from '@fft/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command, SetFees } from './command.ts';
import { Engine, restoreEngine } from './engine.ts';
import { silentListener } from './listener.ts';

const protectedFees = { feeProtection: true } as const;

function ownFees(owner: number, makerFeePpm: number, takerFeePpm: number): SetFees {
  return { type: 'setFees', time: 0, owner, makerFeePpm, takerFeePpm, ...protectedFees };
}

/** `maker/taker` fees of each fill. Ten lots at 100 are 10,000 units of both assets: a ppm of 1,000 is a fee of 10. */
function feesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const fee = (side: string): string | undefined => new RegExp(`${side}Fee=(\\d+)`).exec(line)?.[1];
    return line.startsWith('filled') ? [`${fee('maker')}/${fee('taker')}`] : [];
  });
}

const sell = (fields: object = {}): Command => buildOrder({ owner: 1001, side: 'sell', ...fields });
const limits = (makerFeePpm: number, takerFeePpm: number): Command => buildLimits({ makerFeePpm, takerFeePpm });

describe.each(bothEngines)('an open order, with %s', (_name, make) => {
  const open = () => openTestEngine(make, { makerFeePpm: 1000, takerFeePpm: 2000 });

  test('pays the maker fee of when it was placed after a rise, and the taker the new one', () => {
    const { apply } = open();
    apply(sell(), limits(50_000, 60_000));
    expect(feesOf(apply(buildOrder()))).toEqual(['10/600']);
    // Placed after the rise.
    apply(sell());
    expect(feesOf(apply(buildOrder()))).toEqual(['500/600']);
  });

  test('pays a lower fee at once, and never more than when it was placed', () => {
    const { apply } = open();
    apply(sell({ quantityLots: 30 }), limits(500, 2000));
    expect(feesOf(apply(buildOrder()))).toEqual(['5/20']);
    apply(sell({ priceTicks: 101 }), limits(3000, 2000));
    expect(feesOf(apply(buildOrder()))).toEqual(['10/20']);
    apply(limits(800, 2000));
    expect(feesOf(apply(buildOrder()))).toEqual(['8/20']);
    // Placed under 500 ppm: 5.05 of 10,100, rounded up.
    expect(feesOf(apply(buildOrder({ priceTicks: 101 })))).toEqual(['6/20']);
  });

  test('that an amendment lets trade as a taker pays the taker fee of when it was placed', () => {
    const { apply } = open();
    apply(buildOrder({ clientOrderId: 'mine', priceTicks: 90 }), sell(), limits(1000, 90_000));
    expect(feesOf(apply(buildAmend({ clientOrderId: 'mine', priceTicks: 100 })))).toEqual(['10/20']);
  });

  test('that is a stop pays the taker fee of when it was placed', () => {
    const { apply } = open();
    apply(buildMarketOrder({ owner: 1002, amount: 10_000, stopTicks: 100, stopDirection: 'rising' }));
    apply(limits(1000, 90_000), sell({ quantityLots: 20 }));
    expect(feesOf(apply(buildOrder()))).toEqual(['10/900', '10/20']);
  });

  test('that is an iceberg pays the same for each part', () => {
    const { apply } = open();
    apply(sell({ quantityLots: 20, visibleLots: 10 }), limits(7000, 2000));
    expect(feesOf(apply(buildOrder({ quantityLots: 20 })))).toEqual(['10/20', '10/20']);
  });

  test('that meets another in an auction pays by its own time', () => {
    const { apply } = open();
    apply({ type: 'setMarketState', time: 0, market: 0, state: 'auction' }, sell(), limits(5000, 6000), buildOrder());
    expect(feesOf(apply({ type: 'setMarketState', time: 0, market: 0, state: 'open' }))).toEqual(['10/60']);
  });

  test("whose owner's own fees rise, end, or begin above the market's pays what it would have when placed", () => {
    const { apply } = open();
    apply(ownFees(1001, 100, 100), sell({ clientOrderId: 'a', quantityLots: 30 }), ownFees(1001, 9000, 9000));
    expect(feesOf(apply(buildOrder()))).toEqual(['1/20']);
    apply(ownFees(1001, -1, -1));
    expect(feesOf(apply(buildOrder()))).toEqual(['1/20']);
    apply(sell({ clientOrderId: 'b', priceTicks: 101 }), ownFees(1001, 9000, 9000), limits(70_000, 2000));
    expect(feesOf(apply(buildOrder()))).toEqual(['1/20']);
    // A thousandth of 10,100.
    expect(feesOf(apply(buildOrder({ priceTicks: 101 })))).toEqual(['11/20']);
  });

  test("that was placed under the market's fees keeps them where its owner's own began and ended meanwhile", () => {
    const { apply } = open();
    apply(sell(), ownFees(1001, 5000, 5000), limits(8000, 2000), ownFees(1001, -1, -1));
    expect(feesOf(apply(buildOrder()))).toEqual(['10/20']);
  });

  test('has legs that pay the fees of when they were placed: each is an order of its own', () => {
    const { apply } = open();
    apply(sell(), buildMarketOrder({ owner: 1002, amount: 10_000, takeProfitTicks: 110, stopLossTicks: 95 }));
    apply(limits(50_000, 2000));
    expect(feesOf(apply(buildOrder({ priceTicks: 110, quantityLots: 5 })))).toEqual(['6/10']);
  });

  test('pays raised fees where a command of an older journal raises them', () => {
    const { apply, engine } = open();
    apply(sell(), limits(2000, 2000));
    const { feeProtection: _, ...older } = limits(500_000, 2000) as Extract<Command, { type: 'setMarketLimits' }>;
    // The auditor knows protected fees alone.
    engine.apply(older);
    const { feeProtection: __, ...olderOwn } = ownFees(1000, 0, 3000);
    engine.apply(olderOwn);
    expect(() => apply(buildOrder())).toThrow('audit: fee 5000');
  });

  test.each([false, null, 1, 'true'])('is not touched by fees with a protection of %j', (feeProtection) => {
    const { apply } = open();
    expect(apply({ ...limits(1, 1), feeProtection } as unknown as Command)).toEqual(['rejected malformed']);
    expect(apply({ ...ownFees(1000, 1, 1), feeProtection } as unknown as Command)).toEqual(['rejected malformed']);
  });

  test.each([
    ['a market', limits(100_000, 100_000), [limits(100_001, 0), limits(0, 100_001)]],
    ['a customer', ownFees(1000, 100_000, 100_000), [ownFees(1000, 100_001, 0), ownFees(1000, 0, 100_001)]],
  ])('of %s pays a tenth at most', (_what, highest, tooHigh) => {
    const { apply } = open();
    expect(apply(highest)).toEqual([]);
    for (const command of tooHigh) expect(apply(command)).toEqual(['rejected malformed']);
  });
});

test('fees that changed are forgotten once no order placed under them is open', () => {
  const { apply, engine } = openTestEngine((listener) => new Engine(listener), { makerFeePpm: 1000 });
  if (!(engine instanceof Engine)) throw new Error('expected an Engine');
  const { markets, fees } = engine['state'];
  const market = markets[0];
  const known = (): number[] => [[...(market?.feesBefore.all() ?? [])].length, [...fees.changed()].length];
  for (let round = 0; round < 1000; round += 1) apply(limits(round, round), ownFees(1001, round, round));
  expect(known()).toEqual([0, 0]);
  for (let round = 0; round < 20; round += 1)
    apply(sell({ priceTicks: 100 + round }), limits(round, 0), ownFees(1001, 0, round));
  expect(known()).toEqual([20, 1]);
  apply(buildOrder({ priceTicks: 104, quantityLots: 50 }));
  expect(known()).toEqual([15, 1]);
  apply({ type: 'cancelAll', time: 0, owner: 1001, market: 'all' });
  expect(known()).toEqual([0, 0]);
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      owner: fc.constantFrom(1001, 1002),
      ticks: fc.integer({ min: 98, max: 103 }),
      stops: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('buy' as const), lots: fc.integer({ min: 1, max: 25 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('market' as const), maker: fc.nat(100_000), taker: fc.nat(100_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('own' as const),
      owner: fc.constantFrom(1000, 1001, 1002),
      ppm: fc.constantFrom(-1, 0, 300, 5000, 100_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
);

test('over random changes of fees, every fill pays exactly the lower of now and when its order was placed', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), (steps) => {
      const engines = bothEngines.map(([, make]) => openTestEngine(make, { makerFeePpm: 1000, takerFeePpm: 2000 }));
      const [first] = engines;
      if (!(first?.engine instanceof Engine)) throw new Error('expected an Engine');
      let restored = restoreEngine(first.engine.snapshot(), silentListener);
      for (const one of steps) {
        if (one.kind === 'restore') {
          restored = restoreEngine(restored.snapshot(), silentListener);
          continue;
        }
        const command = commandOf(one);
        // The auditor of each checks what is paid, from the fees at the order's acceptance and at the fill.
        const [lines, oracles] = engines.map(({ apply }) => apply(command));
        expect(lines).toEqual(oracles);
        restored.apply(command);
        restored.validate();
        const hashes = engines.map(({ engine }) => engine.stateHash());
        expect([restored.stateHash(), hashes[0]]).toEqual([hashes[1], hashes[1]]);
      }
    }),
    { seed: 51, numRuns: 300 },
  );
});

function commandOf(one: Exclude<typeof step extends fc.Arbitrary<infer T> ? T : never, { kind: 'restore' }>): Command {
  if (one.kind === 'market') return limits(one.maker, one.taker);
  if (one.kind === 'own') return ownFees(one.owner, one.ppm, one.ppm);
  if (one.kind === 'buy') return buildOrder({ priceTicks: 103, quantityLots: one.lots, timeInForce: 'IOC' });
  const { owner, ticks, stops } = one;
  if (!stops) return sell({ owner, priceTicks: ticks });
  return sell({ owner, priceTicks: ticks - 5, stopTicks: ticks, stopDirection: 'falling' });
}

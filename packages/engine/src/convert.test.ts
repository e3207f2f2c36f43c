import { buildDeposit, buildLimits, buildOrder, fatesOf, openTestEngine, testMarket } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Convert, MarketRules, PlaceOrder } from './command.ts';

type Order = Partial<PlaceOrder>;

const [btcUsdt, ethUsdt, ethBtc] = [0, 1, 2];
const coins = { BTC: 0, USDT: 1, ETH: 2 } as const;

/** All or nothing, at any price that the books have. */
const whole = { timeInForce: 'FOK', priceTicks: 1_000_000 } as const;

/** Spends 1,000,000 units of USDT on BTC. */
function buy(fields: Order = {}): PlaceOrder {
  return buildOrder({ ...whole, clientOrderId: 'one', quantityLots: 0, amount: 1_000_000, ...fields });
}

/** Sells 10 lots. */
function sell(fields: Order = {}): PlaceOrder {
  return buildOrder({ ...whole, side: 'sell', priceTicks: 1, clientOrderId: 'one', ...fields });
}

/** Buys ETH for all that the first order brings. */
function thenBuy(fields: Order = {}): PlaceOrder {
  return buildOrder({ ...whole, market: ethUsdt, clientOrderId: 'two', quantityLots: 0, ...fields });
}

function conversion(first: PlaceOrder, second?: PlaceOrder, leastReceived = 0): Convert {
  return { type: 'convert', time: 0, first, ...(second && { second }), leastReceived };
}

const ofEthBtc = { symbol: 'ETH/BTC', base: 2, quote: 0, unitsPerLot: 500, unitsPerTickLot: 1, takerFeePpm: 20_000 };

describe.each(bothEngines)('%s', (_name, make) => {
  /** BTC/USDT and ETH/USDT; bob sells 5 lots of each at 100 and the rest at 110, and buys at 90 and 80. Fees in ppm. */
  function opened(rules: Partial<MarketRules> = {}) {
    const tested = openTestEngine(make, { orderRules: 1, takerFeePpm: 1000, ...rules });
    const { apply, engine } = tested;
    const eth = { ...testMarket, symbol: 'ETH/USDT', base: 2, unitsPerLot: 500, makerFeePpm: 0, takerFeePpm: 2000 };
    apply({ type: 'openMarket', time: 0, market: { ...eth, orderRules: 1 } });
    for (const owner of [1000, 1001]) apply(buildDeposit({ owner, asset: coins.ETH, amount: 1_000_000_000 }));
    for (const market of [btcUsdt, ethUsdt]) {
      for (const [side, priceTicks, quantityLots] of [
        ['sell', 100, 5],
        ['sell', 110, 5000],
        ['buy', 90, 5],
        ['buy', 80, 5000],
      ] as const)
        apply(buildOrder({ owner: 1001, market, side, priceTicks, quantityLots }));
    }
    const held = () => Object.values(coins).map((asset) => engine.balance(1000, 'coin', asset).available);
    const start = held();
    const changes = () => held().map((amount, index) => amount - (start[index] ?? 0));
    return { ...tested, changes };
  }

  test('a FOK buy by amount spends it to the last lot, at the prices of the book', () => {
    const { apply, changes } = opened();
    // 5 lots at 100 cost 5,000 units, and 3 at 110 cost 3,300; the rest pays for no fourth.
    const fates = fatesOf(apply(buy({ amount: 5000 + 3 * 1100 + 1099 })));
    expect(fates.filter((line) => line.startsWith('fill'))).toEqual(['fill 1: 5 at 100', 'fill 2: 3 at 110']);
    expect(changes()).toEqual([8 * 1000 - 5 - 3, -8300, 0]);
  });

  test.each([
    ['the book ends before it is spent', buy({ amount: 100_000_000 }), 'fillOrKillUnfillable'],
    ['the limit price ends it before', buy({ amount: 50_000, priceTicks: 109 }), 'fillOrKillUnfillable'],
    ['it buys no lot', buy({ amount: 999 }), 'fillOrKillUnfillable'],
  ])('a FOK buy by amount is refused if %s', (_why, order, reason) => {
    const { apply, changes } = opened();
    expect(apply(order)).toEqual([`rejected ${reason}`]);
    expect(changes()).toEqual([0, 0, 0]);
  });

  test('its rest may be less than a lot at the limit price costs', () => {
    const { apply, changes } = opened();
    apply(buy({ amount: 5 * 1000 + 999, priceTicks: 100 }));
    expect(changes()).toEqual([5 * 1000 - 5, -5000, 0]);
  });

  test('a market sell by amount brings it to the last lot, and freezes only what it sells', () => {
    const { apply, changes } = opened();
    const events = apply(
      buildOrder({ side: 'sell', orderType: 'market', priceTicks: 0, quantityLots: 0, amount: 5299 }),
    );
    // 5 lots at 90 bring 4,500; what is left pays for no lot at 90, so 80 isn't asked.
    expect(changes()).toEqual([-5000, 4500 - 5, 0]);
    expect(events.find((line) => line.includes('reason=freeze'))).toContain('frozenDelta=5000');
    expect(fatesOf(events).at(-1)).toMatch(/^orderDone /);
  });

  test('a market sell by amount takes the next price for what a whole lot brings', () => {
    const { apply, changes } = opened({ collarPpm: 200_000 });
    apply(buildOrder({ side: 'sell', orderType: 'market', priceTicks: 0, quantityLots: 0, amount: 4500 + 1700 }));
    expect(changes()).toEqual([-7000, 4500 + 1600 - 5 - 2, 0]);
  });

  test('a market sell by amount of more than the owner has is refused', () => {
    const { apply } = opened();
    const lots = { side: 'sell', orderType: 'market', priceTicks: 0, quantityLots: 0 } as const;
    expect(apply(buildOrder({ ...lots, owner: 1003, amount: 900 }))).toEqual(['rejected insufficientBalance']);
  });

  test('one order converts if it brings what it must', () => {
    const { apply, changes } = opened();
    expect(apply(conversion(buy({ amount: 6100 }), undefined, 5995))).toEqual(['rejected receivesTooLittle']);
    expect(changes()).toEqual([0, 0, 0]);
    apply(conversion(buy({ amount: 6100 }), undefined, 5994));
    expect(changes()).toEqual([5994, -6100, 0]);
  });

  // 5 lots at 90 and 2 at 80 bring 4,500 + 1,600, less 5 + 2. That pays for 5 lots of ETH at 100, and for none at 110.
  test('two orders are one act: the second gives all that the first brings', () => {
    const { apply, changes, engine } = opened();
    const events = apply(conversion(sell({ quantityLots: 7 }), thenBuy(), 2495));
    expect(changes()).toEqual([-7000, 6093 - 5000, 2500 - 5]);
    expect(engine.openOrders(1000)).toEqual([]);
    // Nothing is between them but the first one's own end.
    const fates = fatesOf(events).map((line) => line.split(' ')[0]);
    expect(fates).toEqual(['fill', 'orderDone', 'fill', 'orderDone', 'fill', 'orderDone', 'orderDone']);
  });

  test('the second order may be a sell, of whole lots', () => {
    const { apply, changes } = opened();
    apply({ type: 'openMarket', time: 0, market: { ...testMarket, ...ofEthBtc, orderRules: 1 } });
    apply(buildOrder({ owner: 1001, market: ethBtc, priceTicks: 300, quantityLots: 100 }));
    // 5,000 units of USDT bring 2,500 of ETH, less 5: four lots of 500. They bring 1,200 of BTC, less 2 %.
    apply(
      conversion(
        buy({ market: ethUsdt, amount: 5000 }),
        sell({ market: ethBtc, clientOrderId: 'two', quantityLots: 0 }),
      ),
    );
    expect(changes()).toEqual([1200 - 24, -5000, 2495 - 2000]);
  });

  test.each([
    ['the first can’t be filled', sell({ priceTicks: 85, quantityLots: 6 }), thenBuy(), 0, 'fillOrKillUnfillable'],
    ['the second can’t be filled', sell({ quantityLots: 7 }), thenBuy({ priceTicks: 99 }), 0, 'fillOrKillUnfillable'],
    ['the first brings too little for a lot', sell({ quantityLots: 1 }), thenBuy(), 0, 'fillOrKillUnfillable'],
    ['it brings too little', sell({ quantityLots: 7 }), thenBuy(), 2496, 'receivesTooLittle'],
    ['its owner has too little', sell({ owner: 1003 }), thenBuy({ owner: 1003 }), 0, 'insufficientBalance'],
    ['the second’s market is unknown', sell(), thenBuy({ market: 7 }), 0, 'unknownMarket'],
    ['they are not one owner’s', sell(), thenBuy({ owner: 1001 }), 0, 'malformed'],
    ['both have one id', sell(), thenBuy({ clientOrderId: 'one' }), 0, 'malformed'],
    ['both are of one market', sell(), thenBuy({ market: btcUsdt }), 0, 'malformed'],
    ['the second gives another coin', buy(), thenBuy(), 0, 'malformed'],
    ['the second has a size', sell(), thenBuy({ amount: 5 }), 0, 'malformed'],
    ['the first has none', sell({ quantityLots: 0 }), thenBuy(), 0, 'malformed'],
    ['the first may rest', sell({ timeInForce: 'GTC' }), thenBuy(), 0, 'malformed'],
    ['the second is a market order', sell(), thenBuy({ orderType: 'market', priceTicks: 0 }), 0, 'malformed'],
    ['an order has a condition', sell({ expiresAt: 5 }), thenBuy(), 0, 'malformed'],
    ['an order has a mark for its id', sell({ repeatMs: 0 }), thenBuy(), 0, 'malformed'],
    ['the least to receive is no count', sell(), thenBuy(), -1, 'malformed'],
  ])('neither is placed if %s', (_why, first, second, leastReceived, reason) => {
    const { apply, engine } = opened();
    const before = engine.stateHash();
    const command = conversion(first, second, leastReceived);
    // Twice: a refusal is not remembered.
    expect(apply(command, command)).toEqual([`rejected ${reason}`, `rejected ${reason}`]);
    expect(engine.stateHash()).toBe(before);
  });

  test('neither is placed while a market is closed', () => {
    const { apply, changes } = opened();
    apply({ type: 'setMarketState', time: 0, market: ethUsdt, state: 'halted' });
    expect(apply(conversion(sell(), thenBuy()))).toEqual(['rejected marketNotOpen']);
    expect(changes()).toEqual([0, 0, 0]);
  });

  test('own orders in the way end it, and older markets don’t offer it', () => {
    const { apply } = opened();
    apply(buildOrder({ market: ethUsdt, side: 'sell', priceTicks: 99 }));
    expect(apply(conversion(sell({ quantityLots: 7 }), thenBuy()))).toEqual(['rejected fillOrKillUnfillable']);
    apply(buildLimits({ orderRules: 0 }));
    expect(apply(conversion(buy()))).toEqual(['rejected malformed']);
  });

  test('stops that it triggers run once both have traded', () => {
    const { apply } = opened();
    const stop = { side: 'sell', priceTicks: 1, stopTicks: 89, stopDirection: 'falling', quantityLots: 1 } as const;
    apply(buildOrder({ ...stop, owner: 1002 }));
    const fates = fatesOf(apply(conversion(sell({ quantityLots: 7 }), thenBuy())));
    const [done, triggered] = [
      fates.findLastIndex((line) => line.startsWith('orderDone 11 ')),
      fates.findIndex((line) => line.startsWith('orderTriggered')),
    ];
    expect(done).toBeGreaterThan(0);
    expect(triggered).toBeGreaterThan(done);
  });

  test('a repeated conversion is a duplicate, one with other terms a conflict', () => {
    const { apply, changes } = opened();
    const [first, second] = [sell({ quantityLots: 7 }), thenBuy()];
    apply(conversion(first, second));
    const after = changes();
    expect(apply(conversion(first, second)).map((line) => line.split(' ')[0])).toEqual(['duplicate', 'duplicate']);
    expect(apply(conversion(first))).toHaveLength(1);
    for (const other of [
      conversion(sell({ quantityLots: 8 }), second),
      conversion(first, thenBuy({ priceTicks: 999 })),
      conversion(first, thenBuy({ clientOrderId: 'three' })),
      conversion(sell({ clientOrderId: 'three' }), second),
    ])
      expect(apply(other)).toEqual(['rejected idConflict']);
    expect(changes()).toEqual(after);
  });
});

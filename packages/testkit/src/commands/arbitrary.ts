import type { Command, MarketRules, PlaceOrder } from '@fft/engine';
import fc from 'fast-check';
import { listing, testMarket } from './build.ts';

/** Three markets over three assets: narrow limits, so that random commands meet every rule. */
export const streamMarkets: readonly MarketRules[] = [
  { ...testMarket, maxOpenOrders: 6 },
  {
    ...testMarket,
    symbol: 'ETH/USDT',
    base: 2,
    unitsPerLot: 7,
    unitsPerTickLot: 3,
    minQuantityLots: 2,
    maxQuantityLots: 40,
    minNotional: 500,
    maxNotional: 10_000,
    makerFeePpm: 0,
    takerFeePpm: 333_333,
    bandPpm: 100_000,
    collarPpm: 20_000,
  },
  { ...testMarket, symbol: 'ETH/BTC', base: 2, quote: 0, unitsPerLot: 1, unitsPerTickLot: 1, takerFeePpm: 1_000_000 },
];

const owners = [1000, 1001, 1002, 1003];
const time = fc.oneof(
  { weight: 40, arbitrary: fc.nat(1000) },
  { weight: 1, arbitrary: fc.integer({ min: 80_000_000, max: 90_000_000 }) },
);
const shortId = fc.integer({ min: 0, max: 60 }).map((number) => `c${number}`);
const freshId = fc.stringMatching(/^[A-Za-z0-9_-]{12,64}$/);
const id = fc.oneof({ weight: 5, arbitrary: freshId }, { weight: 2, arbitrary: shortId });
const owner = fc.constantFrom(...owners);
const market = fc.constantFrom(0, 0, 0, 1, 1, 2);
const price = fc.integer({ min: 90, max: 110 });
const quantity = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 50 }));
const amount = fc.integer({ min: 1, max: 40_000 });
const selfTrade = fc.constantFrom('cancelNewest' as const, 'cancelOldest' as const, 'cancelBoth' as const);
const side = fc.constantFrom('buy' as const, 'sell' as const);

const orderStart = { type: fc.constant('place' as const), time, owner, clientOrderId: id, market, side, selfTrade };

const limitOrder: fc.Arbitrary<PlaceOrder> = fc.record({
  ...orderStart,
  orderType: fc.constant('limit' as const),
  timeInForce: fc.constantFrom('GTC' as const, 'GTC' as const, 'GTC' as const, 'IOC' as const, 'FOK' as const),
  postOnly: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  priceTicks: price,
  quantityLots: quantity,
  amount: fc.constant(0),
});

const marketOrder: fc.Arbitrary<PlaceOrder> = fc
  .record({
    ...orderStart,
    orderType: fc.constant('market' as const),
    timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const),
    postOnly: fc.constant(false),
    priceTicks: fc.constant(0),
    quantityLots: quantity,
    amount,
    byAmount: fc.boolean(),
  })
  .map(({ byAmount, ...order }) => {
    return byAmount && order.side === 'buy' ? { ...order, quantityLots: 0 } : { ...order, amount: 0 };
  });

const cancelOrder: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('cancel' as const),
    time,
    owner,
    orderId: fc.integer({ min: 1, max: 80 }),
    clientOrderId: fc.constant(''),
  }),
  fc.record({ type: fc.constant('cancel' as const), time, owner, orderId: fc.constant(0), clientOrderId: shortId }),
);

const kind = fc.constantFrom('coin' as const, 'fiat' as const);
const asset = fc.nat(2);
const money: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('deposit' as const),
    time,
    requestId: id,
    source: fc.constantFrom('chain' as const, 'adjustments' as const),
    owner,
    kind,
    asset,
    amount: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constant(Number.MAX_SAFE_INTEGER - 100_000_000)),
  }),
  fc.record({ type: fc.constant('transfer' as const), time, requestId: id, owner, asset, from: kind, amount }),
);

const withdrawalId = fc.nat(1).map((number) => `w${number}`);
const withdrawal: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('holdWithdrawal' as const),
    time,
    requestId: withdrawalId,
    destination: fc.constantFrom('chain' as const, 'adjustments' as const),
    owner,
    kind,
    asset,
    amount: fc.integer({ min: 5, max: 30_000 }),
    fee: fc.nat(5),
  }),
  fc.record({
    type: fc.constantFrom('settleWithdrawal' as const, 'releaseWithdrawal' as const),
    time,
    requestId: withdrawalId,
    owner,
  }),
);

const operators: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('setMarketState' as const),
    time,
    market: fc.nat(3),
    state: fc.constantFrom('open' as const, 'open' as const, 'open' as const, 'cancelOnly' as const, 'halted' as const),
  }),
  fc.record({ type: fc.constant('tick' as const), time }),
);

/** What a number may be when a journal holds what nobody meant. */
const strange = fc.oneof(
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -1, -0, 0, 0.5, 2 ** 53),
  fc.constantFrom('1', '', null, undefined, true, 7n, {}, []),
);

/** A command with one field that is not what it should be. */
function spoil(command: fc.Arbitrary<Command>): fc.Arbitrary<Command> {
  return fc.tuple(command, fc.nat(20), strange).map(([whole, index, value]) => {
    const names = Object.keys(whole);
    const name = names[index % names.length] ?? 'type';
    return { ...whole, [name]: value };
  });
}

/** A command that is mostly right. Times are offsets: {@link commandStream} makes them grow. */
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 50, arbitrary: limitOrder },
  { weight: 12, arbitrary: marketOrder },
  { weight: 14, arbitrary: cancelOrder },
  { weight: 6, arbitrary: money },
  { weight: 10, arbitrary: withdrawal },
  { weight: 3, arbitrary: operators },
  { weight: 5, arbitrary: spoil(fc.oneof(limitOrder, marketOrder, cancelOrder, money, withdrawal, operators)) },
);

/** Listing, money for everyone, then random commands of several owners in several markets, some of them sent again. */
export function commandStream(length: { min: number; max: number }): fc.Arbitrary<Command[]> {
  const step = fc.record({ command: anyCommand, repeat: fc.integer({ min: 0, max: 200 }) });
  return fc.array(step, { minLength: length.min, maxLength: length.max, size: 'max' }).map((steps) => {
    const commands: Command[] = [...listing(streamMarkets), ...funding()];
    let now = 0;
    for (const { command, repeat } of steps) {
      const again = repeat < 8 ? commands[commands.length - 1 - repeat] : undefined;
      const next = again ?? command;
      if (typeof next.time === 'number' && again === undefined) now += Number.isSafeInteger(next.time) ? next.time : 0;
      commands.push(again === undefined && Number.isSafeInteger(next.time) ? { ...next, time: now } : next);
    }
    return commands;
  });
}

function funding(): Command[] {
  return owners.flatMap((one) =>
    [0, 1, 2].map((of): Command => ({
      type: 'deposit',
      time: 0,
      requestId: `fund-${one}-${of}`,
      source: 'chain',
      owner: one,
      kind: 'coin',
      asset: of,
      amount: 200_000,
    })),
  );
}

import type { Command, PlaceOrder } from '@fft/engine';
import fc from 'fast-check';
import { spoil } from './spoil.ts';
import { conversions, wholeOrders } from './arbitrary-conversion.ts';
import { stopPairs } from './stop-pairs.ts';

export const owners = [1000, 1001, 1002, 1003];
const time = fc.oneof(
  { weight: 40, arbitrary: fc.nat(1000) },
  { weight: 1, arbitrary: fc.integer({ min: 80_000_000, max: 90_000_000 }) },
);
const shortId = fc.integer({ min: 0, max: 60 }).map((number) => `c${number}`);
const freshId = fc.stringMatching(/^[A-Za-z0-9_.:/-]{12,64}$/);
const id = fc.oneof({ weight: 5, arbitrary: freshId }, { weight: 2, arbitrary: shortId });
const owner = fc.constantFrom(...owners);
const market = fc.constantFrom(0, 0, 0, 1, 1, 2);
/** Too high to print in the second market, but not in the others. */
const hugeTicks = 2 ** 50;
const price = fc.oneof(
  { weight: 300, arbitrary: fc.integer({ min: 90, max: 110 }) },
  { weight: 1, arbitrary: fc.constant(hugeTicks) },
);
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

/** A time offset, which the stream adds to the command's own time. */
const ahead = fc.oneof({ weight: 9, arbitrary: fc.nat(6000) }, { weight: 1, arbitrary: fc.constant(90_000_000) });
const stopTicks = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 88, max: 112 }) },
  { weight: 20, arbitrary: fc.constantFrom(97, 98, 102, 103) },
  { weight: 1, arbitrary: fc.constant(hugeTicks) },
);
const stopDirection = fc.constantFrom('rising' as const, 'falling' as const);

const goodTillDate: fc.Arbitrary<PlaceOrder> = fc
  .tuple(limitOrder, ahead)
  .map(([order, expiresAt]) => ({ ...order, timeInForce: 'GTC' as const, expiresAt }));

const iceberg: fc.Arbitrary<PlaceOrder> = fc
  .tuple(limitOrder, fc.integer({ min: 1, max: 9 }))
  .map(([order, visibleLots]) => ({ ...order, timeInForce: 'GTC' as const, visibleLots }));

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
    return byAmount ? { ...order, quantityLots: 0 } : { ...order, amount: 0 };
  });

const stopOrder: fc.Arbitrary<PlaceOrder> = fc
  .record({
    order: fc.oneof(limitOrder, limitOrder, marketOrder, iceberg),
    stopTicks,
    stopDirection,
    expiresAt: fc.option(ahead, { nil: 0, freq: 3 }),
    otherLeg: fc.option(fc.oneof(shortId, fc.constant('last')), { nil: undefined }),
  })
  .map(({ order, otherLeg, ...stop }) => ({
    ...order,
    ...stop,
    ...(otherLeg !== undefined && { otherLeg }),
    timeInForce: stop.expiresAt > 0 ? ('GTC' as const) : order.timeInForce,
    postOnly: false,
  }));

const trail = fc.oneof(
  { weight: 6, arbitrary: fc.record({ trailTicks: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 6, arbitrary: fc.record({ trailBps: fc.constantFrom(1, 100, 150, 250, 300, 9999) }) },
  {
    weight: 1,
    arbitrary: fc.record({ trailTicks: fc.constantFrom(99, 101, hugeTicks), trailBps: fc.constantFrom(0, 5) }),
  },
);

const trailingStop: fc.Arbitrary<PlaceOrder> = fc
  .record({
    order: fc.oneof(limitOrder, marketOrder, iceberg),
    trail,
    activationTicks: fc.option(stopTicks, { nil: 0, freq: 2 }),
    expiresAt: fc.option(ahead, { nil: 0, freq: 3 }),
    otherLeg: fc.option(fc.constant('last'), { nil: undefined, freq: 8 }),
  })
  .map(({ order, trail: distance, otherLeg, expiresAt, ...rest }) => ({
    ...order,
    ...distance,
    ...rest,
    expiresAt,
    ...(otherLeg !== undefined && { otherLeg }),
    timeInForce: expiresAt > 0 ? ('GTC' as const) : order.timeInForce,
    postOnly: false,
  }));

/** Mostly valid: the legs on both sides of the market. */
const bracketOrder: fc.Arbitrary<PlaceOrder> = fc
  .record({
    order: fc.oneof(
      { weight: 3, arbitrary: limitOrder },
      { weight: 2, arbitrary: marketOrder },
      { weight: 1, arbitrary: goodTillDate },
    ),
    legs: fc.constantFrom('profit', 'loss', 'both', 'both', 'both'),
    distance: fc.integer({ min: 1, max: 6 }),
    lossDistance: fc.integer({ min: 1, max: 6 }),
    limit: fc.option(fc.integer({ min: -3, max: 3 }), { freq: 2 }),
    oddity: fc.nat(30),
  })
  .map(({ order, legs, distance, lossDistance, limit, oddity }) => {
    const sign = (order.side === 'buy' ? 1 : -1) * (oddity === 0 ? -1 : 1);
    const centre = order.priceTicks === 0 ? 100 : order.priceTicks;
    const takeProfitTicks = legs === 'loss' ? 0 : centre + distance * sign;
    const stopLossTicks = legs === 'profit' ? 0 : centre - lossDistance * sign;
    const isPriced = stopLossTicks > 0 && (limit !== null || (order.side === 'sell' && oddity !== 1));
    const stopLossLimitTicks = isPriced || oddity === 2 ? stopLossTicks + (limit ?? 1) : 0;
    return { ...order, takeProfitTicks, stopLossTicks, stopLossLimitTicks };
  });

/** Mostly valid pairs: the limit order on the far side of the market, the stop on the other. */
const pair: fc.Arbitrary<Command> = fc
  .tuple(fc.oneof(limitOrder, iceberg), stopOrder, fc.integer({ min: 1, max: 12 }), fc.nat(9))
  .map(([limit, stop, distance, oddity]) => {
    const isSell = limit.side === 'sell';
    const leg = { ...limit, timeInForce: 'GTC' as const, priceTicks: isSell ? 100 + distance : 100 - distance };
    const { owner: ofOne, market: inOne, side: onOne } = limit;
    const tied = oddity === 0 ? {} : { owner: ofOne, market: inOne, side: onOne, otherLeg: limit.clientOrderId };
    const ticks = isSell ? 100 - distance : 100 + distance;
    const trigger = { stopTicks: ticks, stopDirection: isSell ? ('falling' as const) : ('rising' as const) };
    const sized = stop.orderType === 'limit' ? { quantityLots: limit.quantityLots } : {};
    const whole = { ...stop, ...sized, ...trigger, expiresAt: 0, ...tied };
    return { type: 'placePair' as const, time: limit.time, limit: leg, stop: whole };
  });

const stopPair = stopPairs(pair, marketOrder);

/** Orders as Binance's door places them: with few ids, which they use again, and ended if they can't be filled. */
const marked: fc.Arbitrary<PlaceOrder> = fc
  .record({
    order: fc.oneof(limitOrder, limitOrder, marketOrder, iceberg, stopOrder, trailingStop),
    clientOrderId: fc.nat(3).map((number) => `c${number}`),
    repeatMs: fc.constantFrom(0, 500, 500, 5000),
    endsUnfilled: fc.option(fc.constant(true as const), { nil: undefined, freq: 2 }),
  })
  .map(({ order, clientOrderId, repeatMs, endsUnfilled }) => {
    return { ...order, clientOrderId, repeatMs, ...(endsUnfilled && { endsUnfilled }) };
  });

const markedPair: fc.Arbitrary<Command> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: pair }, { weight: 1, arbitrary: stopPair }),
    fc.constantFrom(0, 500, 5000),
    fc.nat(3),
  )
  .map(([command, repeatMs, number]) => {
    if (command.type !== 'placePair') return command;
    const [limitId, stopId] = [`c${number}`, `c${(number + 1) % 4}`];
    const stop = { ...command.stop, clientOrderId: stopId, repeatMs };
    if (stop.otherLeg === command.limit.clientOrderId) stop.otherLeg = limitId;
    return { ...command, limit: { ...command.limit, clientOrderId: limitId, repeatMs }, stop };
  });

const wholeOrder = wholeOrders(limitOrder, amount);
const conversion = conversions(limitOrder, amount);

const amendOrder: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('amend' as const),
  time,
  owner,
  orderId: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 80 }) },
    { weight: 1, arbitrary: fc.constant(0) },
  ),
  clientOrderId: shortId,
  priceTicks: price,
  // Often less than what is filled.
  quantityLots: fc.oneof(quantity, fc.integer({ min: 1, max: 3 })),
});

/** Entries of earlier versions lack it; here half of the cancels are like theirs. */
const always = fc.boolean();
const marketOrAll = fc.oneof(fc.nat(3), fc.constant('all' as const));
const sweeping: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('cancelAll' as const), time, owner, market: marketOrAll, always }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('armDeadMan' as const),
      time,
      owner,
      market: marketOrAll,
      timeoutMs: fc.oneof(fc.nat(4000), fc.constant(0)),
    }),
  },
);

const cancelOrder: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('cancel' as const),
    time,
    owner,
    orderId: fc.integer({ min: 1, max: 80 }),
    clientOrderId: fc.constant(''),
    always,
  }),
  fc.record({
    type: fc.constant('cancel' as const),
    time,
    owner,
    orderId: fc.constant(0),
    clientOrderId: shortId,
    always,
  }),
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

/** Also some above the maximum of 10 %. */
const feePpm = fc.oneof({ weight: 20, arbitrary: fc.nat(100_000) }, { weight: 1, arbitrary: fc.constant(100_001) });
const feeProtection = fc.constant(true as const);

const operators: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('setMarketState' as const),
    time,
    market: fc.nat(3),
    state: fc.constantFrom('open', 'open', 'open', 'open', 'cancelOnly', 'halted', 'auction', 'auction'),
  }),
  fc.record({
    type: fc.constant('setMarketLimits' as const),
    time,
    feeProtection,
    market: fc.nat(3),
    limits: fc.record({
      minQuantityLots: fc.nat(3),
      maxQuantityLots: fc.integer({ min: 2, max: 1_000_000 }),
      minNotional: fc.nat(200),
      maxNotional: fc.integer({ min: 100, max: 100_000_000 }),
      makerFeePpm: feePpm,
      takerFeePpm: feePpm,
      bandPpm: fc.constantFrom(0, 50_000, 500_000),
      collarPpm: fc.constantFrom(20_000, 50_000, 200_000),
      maxOpenOrders: fc.integer({ min: 3, max: 200 }),
      volatilityPpm: fc.constantFrom(0, 20_000, 60_000),
      haltMs: fc.nat(1000),
      auctionMs: fc.nat(1000),
      maxFillsPerCommand: fc.constantFrom(0, 1, 2, 5, 10_001),
      maxIcebergParts: fc.constantFrom(0, 1, 4),
      orderRules: fc.constantFrom(0, 1, 1, 2),
    }),
  }),
  fc.record({ type: fc.constant('tick' as const), time }),
  fc.record({
    type: fc.constant('setFees' as const),
    time,
    owner,
    feeProtection,
    makerFeePpm: feePpm,
    takerFeePpm: feePpm,
  }),
  fc.record({
    type: fc.constant('setFees' as const),
    time,
    owner,
    feeProtection,
    makerFeePpm: fc.constant(-1),
    takerFeePpm: fc.constantFrom(-1, -1, 0),
  }),
);

const rightCommand = fc.oneof(
  fc.oneof(limitOrder, marketOrder, goodTillDate, iceberg, stopOrder, trailingStop, bracketOrder, marked),
  fc.oneof(cancelOrder, amendOrder, sweeping, money, withdrawal, operators),
);

/** A mostly valid command about a single thing. Times are offsets, which a stream accumulates. */
const singleCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 45, arbitrary: limitOrder },
  { weight: 7, arbitrary: goodTillDate },
  { weight: 7, arbitrary: iceberg },
  { weight: 20, arbitrary: stopOrder },
  { weight: 20, arbitrary: trailingStop },
  { weight: 20, arbitrary: bracketOrder },
  { weight: 12, arbitrary: amendOrder },
  { weight: 12, arbitrary: marked },
  { weight: 6, arbitrary: wholeOrder },
  { weight: 3, arbitrary: sweeping },
  { weight: 12, arbitrary: marketOrder },
  { weight: 14, arbitrary: cancelOrder },
  { weight: 6, arbitrary: money },
  { weight: 12, arbitrary: withdrawal },
  { weight: 8, arbitrary: operators },
  { weight: 5, arbitrary: spoil(rightCommand) },
);

/** Like {@link singleCommand}, including pairs of orders and conversions. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 150, arbitrary: singleCommand },
  { weight: 12, arbitrary: pair },
  { weight: 6, arbitrary: stopPair },
  { weight: 6, arbitrary: markedPair },
  { weight: 1, arbitrary: spoil(fc.oneof(pair, stopPair)) },
  { weight: 16, arbitrary: conversion },
  { weight: 1, arbitrary: spoil(conversion) },
);

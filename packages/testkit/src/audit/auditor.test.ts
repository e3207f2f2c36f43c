import type { Fill, PlaceOrder, Posting } from '@fft/engine';
import { expect, test } from 'vitest';
import { buildMarketOrder, buildOrder, testMarket } from '../commands/build.ts';
import { Auditor } from './auditor.ts';

const rules = { ...testMarket, makerFeePpm: 0, takerFeePpm: 0 };

/** An auditor after two asks of owner 1001, 10 at 100 and 10 at 101, a stop of owner 1000, and an accepted buy of 4 at 100 by 1000. */
function auditorOf(taker: Partial<PlaceOrder> = {}): Auditor {
  const auditor = new Auditor(() => rules);
  const ask = { owner: 1001, side: 'sell' } as const;
  auditor.orderAccepted(1, buildOrder(ask));
  auditor.orderRested(1, 10);
  auditor.orderAccepted(2, buildOrder({ ...ask, priceTicks: 101 }));
  auditor.orderRested(2, 10);
  auditor.orderAccepted(3, buildOrder({ stopTicks: 110, stopDirection: 'rising' }));
  auditor.orderWaiting(3);
  auditor.orderAccepted(4, buildOrder({ quantityLots: 4, ...taker }));
  return auditor;
}

/** The next trade. */
function fill(changed: Partial<Fill> = {}): Fill {
  const [taker, maker] = [
    { takerOrder: 4, takerOwner: 1000, takerFee: 0 },
    { makerOrder: 1, makerOwner: 1001, makerFee: 0 },
  ];
  const terms = { priceTicks: 100, quantityLots: 4, notional: 4000 };
  return { market: 0, tradeNumber: 1, time: 0, takerSide: 'buy', ...terms, ...taker, ...maker, ...changed };
}

function posting(changed: Partial<Posting> = {}): Posting {
  const start = { owner: 2, kind: 'coin', asset: 1, reason: 'deposit', orderId: 0 } as const;
  return { ...start, availableDelta: -5, frozenDelta: 0, available: -5, frozen: 0, ...changed };
}

/** The trade's quote postings, from owner 1000 to owner 1001. */
function settle(auditor: Auditor, paid = 4000, received = 4000): void {
  auditor.posted(posting({ availableDelta: -4000, available: -4000 }));
  auditor.posted(posting({ owner: 1000, availableDelta: 4000, available: 4000 }));
  const trade = { reason: 'trade', orderId: 4 } as const;
  auditor.posted(posting({ ...trade, owner: 1000, availableDelta: -paid, available: 4000 - paid }));
  auditor.posted(posting({ ...trade, owner: 1001, availableDelta: received, available: received }));
}

test('a correct trade passes the audit', () => {
  const auditTrade = (): void => {
    const auditor = auditorOf();
    auditor.filled(fill());
    settle(auditor);
    auditor.orderDone(4);
    auditor.endCommand();
    auditor.orderCancelled(1);
    auditor.endCommand();
    auditor.compare((owner) => ({ available: owner === 1001 ? 4000 : owner === 2 ? -4000 : 0, frozen: 0 }));
  };
  expect(auditTrade).not.toThrow();
});

/** Wrong events, and the auditor's error. */
const rows: [objection: string, report: (auditor: Auditor) => void][] = [
  ['order 4 was accepted but neither rests nor ended', (auditor) => auditor.endCommand()],
  ['order 6 follows 4', (auditor) => auditor.orderAccepted(6, buildOrder())],
  ['order 4 follows 4', (auditor) => auditor.orderAccepted(4, buildOrder())],
  ['order 4 rests with 0', (auditor) => auditor.orderRested(4, 0)],
  ['order 1 rests with 10', (auditor) => auditor.orderRested(1, 10)],
  ['order 4 rests with the wrong quantity', (auditor) => auditor.orderRested(4, 3)],
  ['order 4 is not a stop', (auditor) => auditor.orderWaiting(4)],
  ['order 3 is not a stop', (auditor) => auditor.orderWaiting(3)],
  ['order 4 was not waiting', (auditor) => auditor.orderTriggered(4)],
  ["order 4 can't be amended this way", (auditor) => auditor.orderAmended(4, 100, 10)],
  ["order 1 can't be amended this way", (auditor) => auditor.orderAmended(1, 100, 0)],
  ['order 9 is not open', (auditor) => auditor.filled(fill({ makerOrder: 9 }))],
  ['a side may not trade now', (auditor) => auditor.filled(fill({ makerOrder: 3 }))],
  ['a side may not trade now', (auditor) => auditor.filled(fill({ takerOrder: 2, takerOwner: 1001 }))],
  ['trade 2 of market 0 should be 1', (auditor) => auditor.filled(fill({ tradeNumber: 2 }))],
  ['a fill has a wrong owner', (auditor) => auditor.filled(fill({ takerOwner: 1002 }))],
  ['a fill has a wrong owner', (auditor) => auditor.filled(fill({ makerOwner: 1002 }))],
  ['wrong sides', (auditor) => auditor.filled(fill({ takerSide: 'sell' }))],
  ["is not at the maker's price", (auditor) => auditor.filled(fill({ priceTicks: 99, notional: 3960 }))],
  ["is beyond the taker's limit", (auditor) => auditor.filled(fill({ makerOrder: 2, priceTicks: 101 }))],
  ['trade 1 has a wrong notional', (auditor) => auditor.filled(fill({ notional: 4001 }))],
  ['fee 1 on 4000 is wrong', (auditor) => auditor.filled(fill({ takerFee: 1 }))],
  ['fee 1 on 4000 is wrong', (auditor) => auditor.filled(fill({ makerFee: 1 }))],
  ['an order is overfilled', (auditor) => auditor.filled(fill({ quantityLots: 5, notional: 5000 }))],
  ['order 4 is not done', (auditor) => auditor.orderDone(4)],
  ['order 3 ended before', (auditor) => auditor.orderDone(3)],
  ['order 2 is not open', cancelTwice],
  ['order 4 was filled', cancelFilled],
  ["asset 1: a command's postings add up to -5", moveFromNothing],
  ["asset 1: a trade's money is not settled", (auditor) => settleWrongly(auditor)],
  ['a posting to 2 coin 1 changes nothing', (auditor) => auditor.posted(posting({ availableDelta: 0, available: 0 }))],
  ['available of 2 coin 1 is reported wrongly', (auditor) => auditor.posted(posting({ available: 5 }))],
  ['frozen of 2 coin 1 is reported wrongly', (auditor) => auditor.posted(posting({ frozen: 1 }))],
  ['frozen of 2 coin 1 is below zero', (auditor) => auditor.posted(posting({ frozenDelta: -1, frozen: -1 }))],
  ['available of 1000 coin 1 is below zero', (auditor) => auditor.posted(posting({ owner: 1000 }))],
  ['available of 1 coin 1 is below zero', (auditor) => auditor.posted(posting({ owner: 1 }))],
  ['account 2 coin 1 differs', compareWrongly],
  ['level 0 holds 1', (auditor) => auditor.levelChanged(0, 'buy', 0, 1)],
  ['level 1 holds -1', (auditor) => auditor.levelChanged(0, 'buy', 1, -1)],
];

function cancelTwice(auditor: Auditor): void {
  auditor.orderCancelled(2);
  auditor.orderCancelled(4);
  auditor.endCommand();
  auditor.orderCancelled(2);
}

function cancelFilled(auditor: Auditor): void {
  auditor.filled(fill());
  auditor.orderCancelled(4);
}

function moveFromNothing(auditor: Auditor): void {
  auditor.orderCancelled(4);
  auditor.posted(posting());
  auditor.endCommand();
}

function settleWrongly(auditor: Auditor): void {
  auditor.filled(fill());
  settle(auditor, 3999, 3999);
  auditor.orderDone(4);
  auditor.endCommand();
}

function compareWrongly(auditor: Auditor): void {
  auditor.posted(posting());
  auditor.compare(() => ({ available: -4, frozen: 0 }));
}

test.each(rows)('row %#: %s', (objection, report) => {
  const auditor = auditorOf();
  expect(() => report(auditor)).toThrow(objection);
});

test.each<[string, Partial<PlaceOrder>, Partial<Fill>]>([
  ['order 1 should have traded first', { priceTicks: 101 }, { makerOrder: 2, priceTicks: 101, notional: 4040 }],
  ["is between one owner's orders", { owner: 1001 }, { takerOwner: 1001 }],
])('%s', (objection, taker, changed) => {
  const auditor = auditorOf(taker);
  expect(() => auditor.filled(fill(changed))).toThrow(objection);
});

test('an order trades after earlier orders at its price', () => {
  const auditor = new Auditor(() => rules);
  for (const [id, owner] of [
    [1, 1001],
    [2, 1002],
  ] as const) {
    auditor.orderAccepted(id, buildOrder({ owner, side: 'sell' }));
    auditor.orderRested(id, 10);
  }
  auditor.orderAccepted(3, buildOrder({ quantityLots: 4 }));
  const trade = fill({ takerOrder: 3 });
  expect(() => auditor.filled({ ...trade, makerOrder: 2, makerOwner: 1002 })).toThrow(
    'order 1 should have traded first',
  );
});

test('an IOC order may not rest', () => {
  const auditor = auditorOf({ timeInForce: 'IOC' });
  expect(() => auditor.orderRested(4, 4)).toThrow('order 4 may not rest');
  auditor.orderAccepted(5, buildMarketOrder());
  expect(() => auditor.orderRested(5, 10)).toThrow('order 5 may not rest');
});

test('a buy by amount must buy something and stay within its amount', () => {
  const auditor = auditorOf({ orderType: 'market', priceTicks: 0, quantityLots: 0, amount: 3999 });
  expect(() => auditor.orderDone(4)).toThrow('order 4 bought nothing');
  expect(() => auditor.filled(fill())).toThrow('an order is overfilled');
});

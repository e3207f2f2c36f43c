import {
  buildAmend,
  buildCancel,
  buildDeposit,
  buildHold,
  buildMarketOrder,
  buildOrder,
  buildTransfer,
  openTestEngine,
} from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command } from './command.ts';

// Wrong values that a journal may contain.
const noCounts: unknown[] = [-1, 0.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1, '1', null, undefined];
const noTexts: unknown[] = ['', 'x', 'BUY', 0, null, undefined];
const noCustomers: unknown[] = [0, 3, 999, 1000.5, -1000, Number.MAX_SAFE_INTEGER + 1, '1000', null, undefined];
const noRates: unknown[] = [-2, 0.5, 1_000_001, '1', null, undefined];
const noIds: unknown[] = ['', 'a b', 'ä', 'x'.repeat(65), 'a+b', 5, null, undefined];

type Row = readonly [what: string, command: Command, fields: Readonly<Record<string, readonly unknown[]>>];

const rows: readonly Row[] = [
  [
    'a limit order',
    buildOrder(),
    {
      time: noCounts,
      owner: noCustomers,
      clientOrderId: noIds,
      side: noTexts,
      orderType: noTexts,
      timeInForce: noTexts,
      postOnly: ['true', 0, 1, null, undefined],
      selfTrade: noTexts,
      priceTicks: [0, ...noCounts],
      quantityLots: [0, ...noCounts],
      amount: [1, ...noCounts],
      // Absent is valid; null isn't absent.
      expiresAt: [-1, 0.5, '9', null],
      visibleLots: [-1, 0.5, 11, '9', null],
      stopDirection: ['rising', 'falling', 'x', null],
      otherLeg: ['leg', '', null],
    },
  ],
  [
    'a stop',
    buildOrder({ stopTicks: 105, stopDirection: 'rising' }),
    {
      stopTicks: [-1, 0.5, '105', null, 0, undefined],
      stopDirection: ['up', '', null, undefined],
      otherLeg: ['', 'a b', 'x'.repeat(65), 5, null],
      visibleLots: [1],
    },
  ],
  [
    'a trailing stop',
    buildOrder({ trailTicks: 5, activationTicks: 105 }),
    {
      trailTicks: [-1, 0.5, '5', null, 0, undefined],
      trailBps: [-1, 0.5, '5', null, 1, 10_000],
      activationTicks: [-1, 0.5, '5', null],
      stopTicks: [105],
      stopDirection: ['falling', null],
      visibleLots: [1],
      postOnly: [true],
      timeInForce: ['FOK'],
    },
  ],
  [
    'an entry with a bracket',
    buildOrder({ priceTicks: 100, takeProfitTicks: 105, stopLossTicks: 95, stopLossLimitTicks: 94 }),
    {
      takeProfitTicks: [-1, 0.5, '105', null, 100],
      stopLossTicks: [-1, 0.5, '95', null, 100, 0, undefined],
      stopLossLimitTicks: [-1, 0.5, '94', null],
      stopTicks: [105],
      visibleLots: [1],
    },
  ],
  ['an entry with a take-profit', buildOrder({ takeProfitTicks: 105 }), { stopLossLimitTicks: [1, null] }],
  ['a trailing stop by a share', buildOrder({ trailBps: 9999, activationTicks: 105 }), { trailBps: [10_000, 0] }],
  [
    'a market order',
    buildMarketOrder(),
    { priceTicks: [1, ...noCounts], quantityLots: noCounts, amount: [1, ...noCounts] },
  ],
  ['a market buy by amount', buildMarketOrder({ amount: 100 }), { side: ['sell'], quantityLots: [1, ...noCounts] }],
  [
    'an amendment',
    buildAmend({ clientOrderId: 'open' }),
    { time: noCounts, priceTicks: [0, ...noCounts], quantityLots: [0, ...noCounts] },
  ],
  ['a cancel', buildCancel({ clientOrderId: 'open' }), { time: noCounts }],
  ['a cancel of all', { type: 'cancelAll', time: 0, owner: 1000, market: 0 }, { time: noCounts, owner: noCustomers }],
  [
    'a dead-man timer',
    { type: 'armDeadMan', time: 0, owner: 1000, market: 'all', timeoutMs: 1000 },
    { time: noCounts, owner: noCustomers, timeoutMs: noCounts },
  ],
  [
    'fees of a customer',
    { type: 'setFees', time: 0, owner: 1000, makerFeePpm: 1, takerFeePpm: 1 },
    { time: noCounts, owner: noCustomers, makerFeePpm: [-1, ...noRates], takerFeePpm: [-1, ...noRates] },
  ],
  [
    'a deposit',
    buildDeposit(),
    {
      time: noCounts,
      owner: noCustomers,
      requestId: noIds,
      kind: noTexts,
      source: noTexts,
      amount: [0, ...noCounts],
    },
  ],
  [
    'a transfer',
    buildTransfer(),
    { time: noCounts, owner: noCustomers, requestId: noIds, from: noTexts, amount: [0, ...noCounts] },
  ],
  [
    'a withdrawal',
    buildHold(),
    {
      time: noCounts,
      owner: noCustomers,
      requestId: noIds,
      kind: noTexts,
      destination: noTexts,
      amount: [0, 1, ...noCounts],
      fee: [10, 11, ...noCounts],
    },
  ],
  ['a settlement', { type: 'settleWithdrawal', time: 0, owner: 1000, requestId: 'held' }, { time: noCounts }],
  ['a release', { type: 'releaseWithdrawal', time: 0, owner: 1000, requestId: 'held' }, { time: noCounts }],
  ['a tick', { type: 'tick', time: 0 }, { time: noCounts, type: ['tock', '', null, undefined] }],
  [
    'a pair',
    buildPair(),
    {
      time: noCounts,
      limit: [
        null,
        'limit',
        ...[{ orderType: 'market', priceTicks: 0 }, { timeInForce: 'IOC' }, { side: 'sell' }, { owner: 1001 }].map(
          (wrong) => ({
            ...buildPair().limit,
            ...wrong,
          }),
        ),
        { ...buildPair().limit, clientOrderId: 'stop' },
        { ...buildPair().limit, stopTicks: 105, stopDirection: 'rising' },
      ],
      stop: [null, 'stop', { ...buildPair().stop, otherLeg: 'another' }, buildOrder({ clientOrderId: 'stop' })],
    },
  ],
];

function buildPair() {
  const limit = buildOrder({ clientOrderId: 'limit', priceTicks: 90 });
  const stop = buildOrder({ clientOrderId: 'stop', stopTicks: 105, stopDirection: 'rising', otherLeg: 'limit' });
  return { type: 'placePair', time: 0, limit, stop } as const;
}

const wrongs = rows.flatMap(([what, command, fields]) =>
  Object.entries(fields).flatMap(([field, values]) =>
    values.map((value) => ({ what, field, value, command: { ...command, [field]: value } as Command })),
  ),
);

describe.each(bothEngines)('%s', (_name, make) => {
  function open() {
    const opened = openTestEngine(make);
    opened.apply(buildOrder({ clientOrderId: 'open', priceTicks: 80 }), buildHold({ requestId: 'held' }));
    opened.apply(buildOrder({ owner: 1001, side: 'sell' }), buildDeposit({ kind: 'fiat' }));
    return opened;
  }

  test.each(rows)('%s is accepted', (_what, command) => {
    const { apply } = open();
    expect(apply(command).filter((line) => line.startsWith('rejected'))).toEqual([]);
  });

  test.each(wrongs)('$what whose $field is $value is malformed, and changes nothing', ({ command }) => {
    const { apply, engine } = open();
    const before = engine.stateHash();
    expect(apply(command)).toEqual(['rejected malformed']);
    expect(engine.stateHash()).toBe(before);
  });

  test.each([null, undefined, 5, 'place', []])('%j is not a command', (command) => {
    const { apply } = open();
    expect(apply(command as unknown as Command)).toEqual(['rejected malformed']);
  });
});

import { checkStreams } from '@fft/testkit';
import { type Command, createEngine } from '@fft/engine';
import { expect, test } from 'vitest';
import { viewMarket } from '../../ledger/listings/market-view.ts';
import { Recorder } from '../../ledger/replica/recorder.ts';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import { statusAnswer } from '../calls/orders/order-answer.ts';
import { symbolOf } from '../symbols.ts';
import { EventWriter } from './event-writer.ts';

interface Report {
  readonly e: string;
  readonly E: number;
  readonly i: number;
}

/** What streams report last of each order, beside what reads answer of it once a stream of commands is over. */
function bothOf(commands: readonly Command[]): readonly (readonly [reported: unknown, read: unknown])[] {
  const recorder = new Recorder();
  const engine = createEngine(recorder);
  recorder.watchOwners({ size: 1, has: () => true });
  const viewOf = (market: number) => {
    const rules = engine.marketRules(market);
    if (rules === null) throw new Error(`no market ${market}`);
    return viewMarket(market, rules, engine.assets);
  };
  // A clock that is read more than once is ahead of itself.
  let clock = 1_000;
  const now = () => (clock += 1);
  const assetOf = (asset: number) => {
    const rules = engine.assets[asset];
    if (!rules) throw new Error(`no asset ${asset}`);
    return rules;
  };
  const openOrders = (owner: number) =>
    engine
      .openOrders(owner)
      .flatMap(({ orderId }) => recorder.openRecord(orderId) ?? [])
      .toReversed();
  const writer = new EventWriter({ openOrders, viewOf, symbolOf, assetOf, now });
  for (const owner of [1000, 1001, 1002, 1003]) writer.begin(owner);
  const records = new Map<number, OrderRecord>();
  const reports = new Map<number, Report>();
  let lastTime = 0;
  for (const [sequence, command] of commands.entries()) {
    recorder.beginCommand(command, Math.max(engine.time, Number.isSafeInteger(command.time) ? command.time : 0));
    engine.apply(command);
    recorder.endCommand();
    const { orders, ownEvents = [] } = recorder.takeBatch(sequence);
    for (const order of orders) records.set(order.orderId, { ...order });
    for (const events of Map.groupBy(ownEvents, ({ owner }) => owner).values()) {
      for (const make of writer.write(events, sequence)) {
        const event = make((ms) => ms) as Report;
        expect(event.E, `time of ${event.e} in entry ${sequence}`).toBeGreaterThanOrEqual(lastTime);
        lastTime = event.E;
        if (event.e === 'executionReport') reports.set(event.i, event);
      }
    }
  }
  const partnerOf = ({ orderId, command }: OrderRecord): OrderRecord | null => {
    const other = records.get(command.otherLeg === undefined ? orderId + 1 : orderId - 1);
    if (other === undefined || other.command.owner !== command.owner) return null;
    const [limit, stop] = command.otherLeg === undefined ? [command, other.command] : [other.command, command];
    return stop.otherLeg === limit.clientOrderId ? other : null;
  };
  return [...records.values()].map((order) => {
    const view = viewOf(order.command.market);
    const market = { view, symbol: symbolOf(view) };
    const read = statusAnswer({ order, market, partner: partnerOf(order), at: (ms) => ms }) as Record<string, unknown>;
    const report = (reports.get(order.orderId) ?? {}) as unknown as Record<string, unknown>;
    // An open order may have joined a list since its last report.
    const isOver = order.state !== 'processing';
    const reported = { ...report, W: report['W'] ?? -1 };
    return [
      fieldsOf(reported, ['i', 'X', 'eR', 'z', 'Z', 'W'], isOver ? ['o', 'g'] : ['w']),
      fieldsOf(
        read,
        ['orderId', 'status', 'expiryReason', 'executedQty', 'cummulativeQuoteQty', 'workingTime'],
        isOver ? ['type', 'orderListId'] : ['isWorking'],
      ),
    ];
  });
}

function fieldsOf(one: Readonly<Record<string, unknown>>, ...names: readonly (readonly string[])[]): unknown[] {
  return names.flat().map((name) => one[name]);
}

test('the stream and the reads say the same of every order of a random market, and event times never go back', () => {
  checkStreams({ runs: 60, length: { min: 20, max: 120 }, shrinks: true }, (commands) => {
    for (const [reported, read] of bothOf(commands)) expect(reported).toEqual(read);
  });
}, 600_000);

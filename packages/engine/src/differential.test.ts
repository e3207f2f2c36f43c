import { Auditor, checkStreams, EventRecorder, listenAll, NaiveEngine, streamMarkets } from '@fft/testkit';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { Engine } from './engine.ts';
import type { MatchingEngine } from './matching-engine.ts';
import { cancelReasons, rejections } from './rejection.ts';

const owners = [1, 2, 3, 1000, 1001, 1002, 1003];

/** All that can be asked of an engine, for comparing: by way of text, where 0 and -0 are one. */
function answersOf(engine: MatchingEngine): unknown {
  const answers = {
    time: engine.time,
    commandCount: engine.commandCount,
    assets: engine.assets,
    markets: engine.markets,
    balances: owners.map((owner) => engine.balances(owner)),
    openOrders: owners.map((owner) => engine.openOrders(owner)),
    ofOneMarket: owners.map((owner) => engine.openOrders(owner, 1).map(({ orderId }) => engine.openOrder(orderId))),
    withdrawals: owners.map((owner) => ['w0', 'w1', 'w2'].map((id) => engine.withdrawal(owner, id))),
    ids: owners.map((owner) => engine.orderIdOf(owner, 'c1')),
    depth: [0, 1, 2, 3].map((market) => [engine.depth(market, 3), engine.lastPriceTicks(market)]),
  };
  return JSON.parse(JSON.stringify(answers));
}

function compareAfterEach(commands: Command[]): void {
  const recorder = new EventRecorder();
  const auditor = new Auditor(
    (market) => {
      const rules = streamMarkets[market];
      if (rules === undefined) throw new Error(`no market ${market}`);
      return rules;
    },
    (owner) => naive.ownFees(owner),
  );
  const engine = new Engine(listenAll(recorder, auditor));
  const naiveRecorder = new EventRecorder();
  const naive = new NaiveEngine(naiveRecorder);
  commands.forEach((command, index) => {
    engine.apply(command);
    naive.apply(command);
    expect(recorder.take(), `events of command ${index}`).toEqual(naiveRecorder.take());
    expect(engine.stateHash(), `state after command ${index}`).toBe(naive.stateHash());
    expect(answersOf(engine), `answers after command ${index}`).toEqual(answersOf(naive));
    engine.validate();
    naive.validate();
    auditor.endCommand();
  });
  auditor.compare((owner, kind, asset) => engine.balance(owner, kind, asset));
}

test('after every command of a random stream, engine and oracle tell and hold the same, and the books balance', () => {
  checkStreams({ runs: 150, length: { min: 1, max: 60 }, shrinks: true }, compareAfterEach);
}, 600_000);

test('the same over longer streams', () => {
  checkStreams({ runs: 12, length: { min: 250, max: 400 }, shrinks: false }, compareAfterEach);
}, 600_000);

test('the streams reach every refusal and every early end', () => {
  const seen = new Set<string>();
  checkStreams({ runs: 40, length: { min: 100, max: 400 }, shrinks: false }, (commands) => {
    const recorder = new EventRecorder();
    const engine = new Engine(recorder);
    for (const command of commands) engine.apply(command);
    for (const line of recorder.take()) {
      if (/^(rejected|orderCancelled|duplicate)/.test(line)) seen.add(line.split(' ').at(-1) ?? '');
    }
  });
  expect([...rejections, ...cancelReasons].filter((reason) => !seen.has(reason))).toEqual([]);
});

import { Auditor, commandStream, EventRecorder, listenAll, NaiveEngine, streamMarkets } from '@fft/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { Engine } from './engine.ts';
import type { MatchingEngine } from './matching-engine.ts';

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
    ids: owners.map((owner) => engine.orderIdOf(owner, 'c1')),
    depth: [0, 1, 2, 3].map((market) => [engine.depth(market, 3), engine.lastPriceTicks(market)]),
  };
  return JSON.parse(JSON.stringify(answers));
}

function compareAfterEach(commands: readonly Command[]): void {
  const recorder = new EventRecorder();
  const auditor = new Auditor((market) => {
    const rules = streamMarkets[market];
    if (rules === undefined) throw new Error(`no market ${market}`);
    return rules;
  });
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

// One seed for every run, so that a failure is there again; another one, and more runs, by the environment.
const seed = Number(process.env['SEED'] ?? 20_261);
const effort = Number(process.env['EFFORT'] ?? 1);

test('after every command of a random stream, engine and oracle tell and hold the same, and the books balance', () => {
  const streams = fc.property(commandStream({ min: 1, max: 60 }), compareAfterEach);
  fc.assert(streams, {
    seed,
    numRuns: 150 * effort,
    interruptAfterTimeLimit: 30_000 * effort,
    reporter: reportShortly,
  });
}, 600_000);

test('the same over longer streams', () => {
  const streams = fc.property(commandStream({ min: 250, max: 400 }), compareAfterEach);
  fc.assert(streams, { seed, numRuns: 12 * effort, endOnFailure: true, reporter: reportShortly });
}, 600_000);

/** What is needed to see and to repeat a failure, rather than hundreds of commands. */
function reportShortly(details: fc.RunDetails<[Command[]]>): void {
  if (!details.failed) return;
  const commands = (details.counterexample?.[0] ?? []).map((command) => fc.stringify(command));
  const shown = commands.slice(-25).join('\n');
  const cause = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  throw new Error(`SEED=${details.seed}, ${commands.length} commands, the last of them:\n${shown}\n${cause}`, {
    cause: details.errorInstance,
  });
}

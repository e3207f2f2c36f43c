import { Auditor, checkStreams, EventRecorder, listenAll, NaiveEngine } from '@fft/testkit';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { Engine } from './engine.ts';
import { State } from './state/state.ts';
import type { MatchingEngine } from './matching-engine.ts';
import { cancelReasons, rejections } from './rejection.ts';

const owners = [1, 2, 3, 1000, 1001, 1002, 1003];

/** The results of all queries, as JSON, so that 0 and -0 compare as equal. */
function answersOf(engine: MatchingEngine): string {
  const answers = {
    time: engine.time,
    commandCount: engine.commandCount,
    assets: engine.assets,
    markets: engine.markets,
    rules: [-1, 0, 1, 2, 3, 4, 5].map((market) => engine.marketRules(market)),
    balances: owners.map((owner) => engine.balances(owner)),
    openOrders: owners.map((owner) => engine.openOrders(owner)),
    ofOneMarket: owners.map((owner) => engine.openOrders(owner, 1).map(({ orderId }) => engine.openOrder(orderId))),
    hasOrdered: owners.map((owner) => [0, 1, 2, 3].map((market) => engine.hasOrdered(owner, market))),
    withdrawals: owners.map((owner) => ['w0', 'w1', 'w2'].map((id) => engine.withdrawal(owner, id))),
    ids: owners.map((owner) => engine.orderIdOf(owner, 'c1')),
    // JSON has no Infinity.
    dueAt: String(engine.dueAt()),
    depth: [0, 1, 2, 3].map((market) => [
      engine.depth(market, 3),
      engine.lastPriceTicks(market),
      engine.marketStateEnd(market),
    ]),
  };
  return JSON.stringify(answers);
}

/** As `toEqual` on both, which shows what differs, and takes longer than both engines do. */
function expectSame(actual: string, expected: string, what: string): void {
  if (actual !== expected) expect(JSON.parse(actual), `${what} differ`).toEqual(JSON.parse(expected));
}

function expectSameAfterEach(commands: Command[], maxWorkPerCommand?: number): void {
  const options = maxWorkPerCommand === undefined ? {} : { maxWorkPerCommand };
  const recorder = new EventRecorder();
  const auditor = new Auditor(
    (market) => {
      const rules = naive.marketRules(market);
      if (rules === null) throw new Error(`no market ${market}`);
      return rules;
    },
    (owner) => naive.feeOverride(owner),
  );
  const listener = listenAll(recorder, auditor);
  const engine = new Engine(listener, new State(listener, options));
  const naiveRecorder = new EventRecorder();
  const naive = new NaiveEngine(naiveRecorder, options);
  commands.forEach((command, index) => {
    engine.apply(command);
    naive.apply(command);
    const [events, naiveEvents] = [recorder, naiveRecorder].map((each) => JSON.stringify(each.take()));
    expectSame(events ?? '', naiveEvents ?? '', `events of command ${index}`);
    const [state, naiveState] = [engine, naive].map((each) => JSON.stringify(each.stateHash()));
    expectSame(state ?? '', naiveState ?? '', `state after command ${index}`);
    expectSame(answersOf(engine), answersOf(naive), `answers after command ${index}`);
    engine.validate();
    naive.validate();
    auditor.endCommand();
  });
  auditor.compare((owner, kind, asset) => engine.balance(owner, kind, asset));
}

test('after every command of a random stream, engine and oracle agree on events and state, and the books balance', () => {
  checkStreams({ runs: 150, length: { min: 1, max: 60 }, shrinks: true }, (commands) => expectSameAfterEach(commands));
}, 600_000);

test.each([1, 12, 45])(
  'the same with a work limit of %i',
  (work) => {
    const expectSame = (commands: Command[]): void => expectSameAfterEach(commands, work);
    checkStreams({ runs: 60, length: { min: 1, max: 60 }, shrinks: true }, expectSame);
    checkStreams({ runs: 6, length: { min: 250, max: 400 }, shrinks: false }, expectSame);
  },
  600_000,
);

test('the same over longer streams', () => {
  checkStreams({ runs: 12, length: { min: 250, max: 400 }, shrinks: false }, (commands) =>
    expectSameAfterEach(commands),
  );
}, 600_000);

/** Cases that the streams must reach, and how they show in the events of one command. */
const happenings: readonly (readonly [string, RegExp])[] = [
  ['a pair is placed', /orderRested[^]*orderAccepted[^]*orderWaiting/],
  ['several stops execute one after the other', /orderTriggered[^]*orderTriggered/],
  ['a stop replaces its other leg', /orderTriggered \d+\n[^]*otherLeg/],
  ['a stop is cancelled by a fill of its other leg', /filled[^]*otherLeg/],
  ['an iceberg replenishes', /makerOrder=(\d+)[^]*orderRested \1 /],
  ['an amended order trades', /orderAmended[^]*filled/],
  ['an auction trades', /filled[^]*marketStateChanged \d open/],
  ['stops execute after an auction', /filled[^]*marketStateChanged \d open[^]*orderTriggered/],
  ["a trailing stop's limit moves", /orderAmended (\d+) .*\norderTriggered \1/],
  ['legs are placed', /filled[^]*orderAccepted \d+ \d+ tp:[^]*orderAccepted \d+ \d+ sl:/],
  ['legs grow', /filled[^]*orderAmended \d+ 0 \d/],
  ['a take-profit trades as it is placed', /orderAccepted \d+ \d+ tp:[^\n]*\n(?:posted[^\n]*\n)*filled/],
  ['a stop-loss triggers as it is placed', /orderAccepted (\d+) \d+ sl:[^]*orderTriggered \1\n/],
  ['a conversion over one market', /^orderAccepted (\d+) \d+ v\d+ [^]*filled [^]*\norderDone \1 /],
  [
    'a conversion over two markets',
    /^orderAccepted (\d+) \d+ v\d+ [^]*filled [^]*\norderDone \1 [^]*\norderAccepted (\d+) \d+ v\d+:2 [^]*filled [^]*\norderDone \2 /,
  ],
  ['a stop triggers after a conversion', /orderAccepted \d+ \d+ v\d+(?::2)? [^]*orderTriggered/],
  ['a market halts itself', /filled[^]*marketStateChanged \d halted/],
];

const amendments = ['a stop that waits is amended', 'an iceberg is amended'];

const trails = ['a trailing stop follows', 'a trailing stop is activated', 'trailing stops of one price trigger'];

/** The trailing stops of all owners that wait, with their trigger prices. */
function trailsOf(engine: MatchingEngine): Map<number, number> {
  const waiting = owners.flatMap((owner) => engine.openOrders(owner)).filter(({ isWaiting }) => isWaiting);
  const trailing = waiting.filter(({ command }) => (command.trailTicks ?? 0) + (command.trailBps ?? 0) > 0);
  return new Map(trailing.map(({ orderId, trailedTicks }) => [orderId, trailedTicks]));
}

function noteTrails(
  before: Map<number, number>,
  after: Map<number, number>,
  lines: readonly string[],
  seen: Set<string>,
): void {
  for (const [orderId, ticks] of after) {
    const earlier = before.get(orderId) ?? ticks;
    if (earlier !== ticks) seen.add(earlier === 0 ? 'a trailing stop is activated' : 'a trailing stop follows');
  }
  const triggered = lines.filter((line) => before.has(Number(/^orderTriggered (\d+)/.exec(line)?.[1])));
  if (triggered.length > 1) seen.add('trailing stops of one price trigger');
}

function noteAmended(engine: MatchingEngine, lines: readonly string[], seen: Set<string>): void {
  for (const line of lines) {
    const orderId = Number(/^orderAmended (\d+)/.exec(line)?.[1]);
    const order = engine.openOrder(orderId);
    if (order === null) continue;
    if (order.isWaiting) seen.add('a stop that waits is amended');
    if ((order.command.visibleLots ?? 0) > 0) seen.add('an iceberg is amended');
  }
}

test('the streams reach every rejection, every cancel reason, and the rare cases', () => {
  const seen = new Set<string>();
  checkStreams({ runs: 150, length: { min: 100, max: 400 }, shrinks: false }, (commands) => {
    const recorder = new EventRecorder();
    const engine = new Engine(recorder);
    let trailing = new Map<number, number>();
    for (const command of commands) {
      engine.apply(command);
      const lines = recorder.take();
      const before = trailing;
      trailing = trailsOf(engine);
      noteTrails(before, trailing, lines, seen);
      noteAmended(engine, lines, seen);
      for (const line of lines) {
        if (/^(rejected|orderCancelled|duplicate)/.test(line)) seen.add(line.split(' ').at(-1) ?? '');
      }
      const all = lines.join('\n');
      for (const [name, form] of happenings) if (form.test(all)) seen.add(name);
    }
  });
  const wanted = [...rejections, ...cancelReasons, ...happenings.map(([name]) => name), ...amendments, ...trails];
  expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
});

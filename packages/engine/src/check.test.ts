import { buildOrder, buildTransfer, checkStreams, EventRecorder } from '@fft/testkit';
import { expect, test } from 'vitest';
import type { Command, PlaceOrder } from './command.ts';
import { createEngine, type Engine } from './engine.ts';
import type { CustomerCommand, ExpectedFill, ExpectedFills } from './matching-engine.ts';
import { formRejections, type Refused, type Rejection, rejections } from './rejection.ts';

const checked: ReadonlySet<unknown> = new Set(['place', 'placePair', 'convert', 'amend', 'cancel', 'transfer']);

function isCustomers(command: Command): command is CustomerCommand {
  return checked.has(command.type);
}

/** Brings the engine to the command's time, so that nothing becomes due with it. */
function settle(engine: Engine, time: unknown): void {
  if (!Number.isSafeInteger(time) || (time as number) < 0) return;
  do engine.apply({ type: 'tick', time: time as number });
  while (engine.dueAt() <= engine.time);
}

/** What the events of one command answer its sender; null if it was executed. */
function refusedBy(lines: readonly string[]): Refused | null {
  const [kind, ...words] = lines.findLast((line) => /^(rejected|duplicate) /.test(line))?.split(' ') ?? [];
  if (kind === 'rejected') return { kind, reason: words[0] as Rejection };
  if (kind !== 'duplicate') return null;
  return { kind, orderId: Number(words[0]), reason: words[1] === 'null' ? null : (words[1] as Rejection) };
}

/** The value of a quantity at the market's price is known only once it is there. */
function isOfForm(reason: Rejection, command: Command): boolean {
  const isOfValue = reason === 'notionalTooSmall' || reason === 'notionalTooLarge';
  if (!isOfValue || command.type !== 'place') return formRejections.has(reason);
  const { orderType, amount, stopTicks = 0 } = command;
  return orderType === 'limit' || amount > 0 || stopTicks > 0;
}

/** The fills that an order would make, if it is one that enters the book at once. */
function expectedOf(engine: Engine, command: PlaceOrder): ExpectedFills | null {
  const { stopTicks = 0, trailTicks = 0, trailBps = 0 } = command;
  const waits = [stopTicks, trailTicks, trailBps].some((terms) => terms > 0);
  const isForLater = waits || engine.marketRules(command.market)?.state !== 'open';
  return isForLater ? null : engine.fills(command);
}

/** Prices and quantities of the fills of an order that was accepted. */
function fillsOf(lines: readonly string[]): readonly ExpectedFill[] {
  const [, id] = /^orderAccepted (\d+) /.exec(lines.find((line) => line.startsWith('orderAccepted ')) ?? '') ?? [];
  return lines
    .filter((line) => line.startsWith('filled ') && line.includes(` takerOrder=${id} `))
    .map((line) => ['priceTicks', 'quantityLots'].map((name) => Number(new RegExp(`${name}=(\\d+)`).exec(line)?.[1])))
    .map(([priceTicks = 0, lots = 0]) => [priceTicks, lots]);
}

/** The fills that are made of the expected ones: a fill-or-kill order makes all that it wants, or none. */
function madeOf(command: Command, { fills, end }: ExpectedFills): readonly ExpectedFill[] {
  return command.type === 'place' && command.timeInForce === 'FOK' && end !== null ? [] : fills;
}

const sizeReasons: ReadonlySet<string> = new Set<Rejection>([
  'quantityTooSmall',
  'quantityTooLarge',
  'notionalTooSmall',
  'notionalTooLarge',
]);

/** Compares what was said of a command's form with the reason that it has. */
function expectForm(command: CustomerCommand, said: Rejection | null, reason: Rejection | null): void {
  // A cancellation's time is its only form, and the gateway's own.
  if (command.type === 'cancel') return;
  // What a conversion's second order gives depends on the book, and so does its size.
  const isOfBook = command.type === 'convert' && said === null && reason !== null && sizeReasons.has(reason);
  if (!isOfBook) expect(said, `form of ${command.type}`).toBe(reason);
}

/** Checks each command of a stream, then applies it. Returns the answers that both gave. */
function playChecked(commands: readonly Command[]): Set<string> {
  const recorder = new EventRecorder();
  const engine = createEngine(recorder);
  const seen = new Set<string>();
  for (const [index, command] of commands.entries()) {
    settle(engine, command.time);
    if (!isCustomers(command)) {
      engine.apply(command);
      continue;
    }
    const before = engine.stateHash();
    const form = engine.checkForm(command);
    const refused = engine.check(command);
    const expected = command.type === 'place' ? expectedOf(engine, command) : null;
    expect(engine.stateHash(), `state after the check of command ${index}`).toBe(before);
    engine.validate();
    recorder.take();
    engine.apply(command);
    const lines = recorder.take();
    const answered = refusedBy(lines);
    if (expected !== null && answered === null) {
      expect(fillsOf(lines), `fills of command ${index}`).toEqual(madeOf(command, expected));
      seen.add(`ends by ${expected.end}`);
    }
    expect(refused, `check of command ${index}`).toEqual(answered);
    const ofForm = answered?.kind === 'rejected' && isOfForm(answered.reason, command) ? answered.reason : null;
    expectForm(command, form, ofForm);
    seen.add(`${command.type} ${form === null ? (answered?.kind ?? 'executed') : 'form'}`);
    if (refused !== null) seen.add(refused.reason ?? 'no reason');
  }
  return seen;
}

test('a check gives the answer of the command that follows it, and changes nothing', () => {
  checkStreams({ runs: 60, length: { min: 1, max: 60 }, shrinks: true }, (commands) => {
    expect(playChecked(commands)).toBeInstanceOf(Set);
  });
}, 600_000);

/** Reasons of commands that are not a customer's order or transfer. */
const ofOthers: ReadonlySet<Rejection> = new Set(['unknownWithdrawal', 'withdrawalEnded', 'balanceOverflow']);

test('the streams reach every reason and every kind of answer', () => {
  const seen = new Set<string>();
  checkStreams({ runs: 60, length: { min: 100, max: 300 }, shrinks: false }, (commands) => {
    for (const one of playChecked([...commands, buildTransfer({ asset: 9 }), buildOrder({ market: 9 })])) seen.add(one);
  });
  const kinds = ['place', 'placePair', 'convert', 'transfer'].flatMap((type) =>
    ['executed', 'duplicate', 'rejected', 'form'].map((kind) => `${type} ${kind}`),
  );
  const ends = ['null', 'ownOrder', 'fillLimit', 'exhausted'].map((end) => `ends by ${end}`);
  const wanted = [
    ...rejections.filter((reason) => !ofOthers.has(reason)),
    ...kinds,
    ...ends,
    'amend form',
    'cancel rejected',
  ];
  expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
}, 600_000);

import { buildOrder, buildTransfer, checkStreams, EventRecorder } from '@fft/testkit';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { createEngine, type Engine } from './engine.ts';
import type { CustomerCommand } from './matching-engine.ts';
import { formRejections, type Refused, type Rejection, rejections } from './rejection.ts';

const checked: ReadonlySet<unknown> = new Set(['place', 'placePair', 'amend', 'cancel', 'transfer']);

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
    expect(engine.stateHash(), `state after the check of command ${index}`).toBe(before);
    engine.validate();
    recorder.take();
    engine.apply(command);
    const answered = refusedBy(recorder.take());
    expect(refused, `check of command ${index}`).toEqual(answered);
    const ofForm = answered?.kind === 'rejected' && formRejections.has(answered.reason) ? answered.reason : null;
    // A cancellation's time is its only form, and the gateway's own.
    if (command.type !== 'cancel') expect(form, `form of command ${index}`).toBe(ofForm);
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
  checkStreams({ runs: 40, length: { min: 100, max: 300 }, shrinks: false }, (commands) => {
    for (const one of playChecked([...commands, buildTransfer({ asset: 9 }), buildOrder({ market: 9 })])) seen.add(one);
  });
  const kinds = ['place', 'placePair', 'transfer'].flatMap((type) =>
    ['executed', 'duplicate', 'rejected', 'form'].map((kind) => `${type} ${kind}`),
  );
  const wanted = [...rejections.filter((reason) => !ofOthers.has(reason)), ...kinds, 'amend form', 'cancel rejected'];
  expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
}, 600_000);

import { isDeepStrictEqual } from 'node:util';
import {
  type Command,
  type EngineListener,
  type MarketId,
  type PlaceOrder,
  restoreEngine,
  silentListener,
} from '@fft/engine';
import { MemoryJournal, type MemoryStorage } from '@fft/journal';
import { Auditor, listenAll, NaiveEngine } from '@fft/testkit';
import type { Outcome } from '../../src/ledger/replica/batch-events.ts';
import { decodeCommands, encodeCommands } from '../../src/ledger/codec.ts';
import { EngineHost } from '../../src/ledger/replica/engine-host.ts';
import type { Untimed } from '../../src/ledger/gateway.ts';
import type { Wish } from './wish.ts';

/** A command does little of the pending work, so that most work spans several commands and the crashes between them. */
export const simulatedOptions = { maxWorkPerCommand: 25 } as const;

/** A command in the journal, and its outcome by the oracle. */
export interface Happening {
  readonly command: Command;
  readonly outcome: Outcome;
  /** Engine time of the command. */
  readonly time: number;
}

export interface Truth {
  readonly happenings: ReadonlyMap<string, readonly Happening[]>;
  readonly stateHash: string;
  readonly entries: number;
  readonly fills: ReadonlyMap<MarketId, number>;
}

/** What the gateway adds to a customer's command. */
const added: ReadonlySet<string> = new Set(['time', 'always', 'feeProtection']);

/** Key of a command as its customer sent it: equal for the same command sent at another time. */
export function bodyOf(command: Untimed & { readonly time?: number }): string {
  const body = Object.fromEntries(Object.entries(command).filter(([name]) => !added.has(name)));
  return Buffer.from(encodeCommands([body as unknown as Command])).toString('latin1');
}

/** Replays the journal with the oracle, under the auditor's checks. */
export async function readTruth(storage: MemoryStorage): Promise<Truth> {
  const happenings = new Map<string, Happening[]>();
  let outcomes: readonly Outcome[] = [];
  const fills = new Map<MarketId, number>();
  const counter: EngineListener = {
    ...silentListener,
    filled: ({ market }) => fills.set(market, (fills.get(market) ?? 0) + 1),
  };
  const host = new EngineHost(new MemoryJournal({ storage }), (listener) => {
    const auditor = new Auditor(
      (market) => naive.marketRules(market) ?? fail(`no market ${market}`),
      (owner) => naive.feeOverride(owner),
    );
    const naive = new NaiveEngine(listenAll(listener, auditor, counter), simulatedOptions);
    const apply = naive.apply.bind(naive);
    return Object.assign(naive, {
      apply(command: Command) {
        apply(command);
        auditor.endCommand();
      },
      // It replays only what is in the journal.
      checkForm: () => fail('the oracle was asked about a command'),
      check: () => fail('the oracle was asked about a command'),
      fills: () => fail('the oracle was asked about a command'),
    });
  });
  host.subscribe((batch) => {
    outcomes = batch.outcomes;
  });
  host.addForeignView('truth', (commands) => {
    for (const [index, command] of commands.entries()) {
      const body = bodyOf(command);
      const outcome = outcomes[index] ?? fail('a command without an outcome');
      happenings.set(body, [...(happenings.get(body) ?? []), { command, outcome, time: host.engine.time }]);
    }
  });
  await host.catchUp();
  host.engine.validate();
  return { happenings, stateHash: host.engine.stateHash(), entries: host.sequence, fills };
}

const ofCustomers: ReadonlySet<unknown> = new Set(['place', 'placePair', 'convert', 'amend', 'cancel', 'transfer']);

/** True for an answer that needs no entry: a rejection, or the repeated outcome of the same command in the journal. */
function isAnsweredByReplica({ type }: Untimed, answer: Outcome, happened: readonly Happening[]): boolean {
  if (!ofCustomers.has(type) || answer.kind === 'done') return false;
  if (answer.kind === 'rejected') return true;
  return happened.some(({ outcome }) => {
    if (outcome.kind === 'rejected') return outcome.reason === answer.reason;
    if (outcome.kind !== 'done') return false;
    // Due work that came first may have left an order in the outcome of a transfer.
    return answer.orderId === (type === 'transfer' ? 0 : (outcome.order?.orderId ?? 0));
  });
}

/** True for the repeated outcome of an order that an order of a pair equals. */
function isOneOfPair(command: Untimed, answer: Outcome, truth: Truth): boolean {
  if (command.type !== 'place' || answer.kind !== 'duplicate') return false;
  const happened = [...truth.happenings.values()].flat();
  return happened.some(({ command: { type, ...pair }, outcome }) => {
    if (type !== 'placePair' || outcome.kind === 'duplicate') return false;
    const place = ordersOf({ type, ...pair } as Untimed).findIndex((leg) => bodyOf(leg) === bodyOf(command));
    if (place < 0) return false;
    if (outcome.kind === 'rejected') return outcome.reason === answer.reason;
    // The outcome of a pair is its second order.
    return answer.orderId === (outcome.order?.orderId ?? 0) - 1 + place;
  });
}

const remembersMs = 86_400_000;
const onceOnly: ReadonlySet<unknown> = new Set([
  'place',
  'placePair',
  'convert',
  'deposit',
  'transfer',
  'holdWithdrawal',
]);

/** Checks that every answer agrees with the journal, that each command took effect once, and that no unsent command did. */
export function checkWishes(wishes: readonly Wish[], truth: Truth): void {
  const asked = Map.groupBy(wishes, ({ command }) => bodyOf(command));
  for (const body of truth.happenings.keys())
    if (!asked.has(body)) fail('the journal holds a command that no customer sent');
  for (const [body, same] of asked) checkSame(same, truth.happenings.get(body) ?? [], truth);
}

function checkSame(same: readonly Wish[], happened: readonly Happening[], truth: Truth): void {
  const [{ command } = fail('no wish')] = same;
  const sends = same.reduce((sum, wish) => sum + wish.sends, 0);
  if (happened.length > sends) fail(`${command.type} was sent ${sends} times and took effect ${happened.length} times`);
  for (const { answers } of same) {
    for (const answer of answers) {
      const isTrue = happened.some(({ outcome }) => isDeepStrictEqual(plain(outcome), plain(answer)));
      if (!isTrue && isAnsweredByReplica(command, answer, happened)) continue;
      if (!isTrue && isOneOfPair(command, answer, truth)) continue;
      if (!isTrue) fail(`${command.type} was answered what the journal doesn't say`);
    }
  }
  const isCertainlyNot = same.every(({ answers, isUncertain }) => answers.length === 0 && !isUncertain);
  if (isCertainlyNot && happened.length > 0) fail(`${command.type} was certainly refused, and took effect`);
  if (onceOnly.has(command.type)) checkOnce(command, happened, truth);
}

function checkOnce(command: Untimed, happened: readonly Happening[], truth: Truth): void {
  const effects = happened.filter(({ outcome }) => outcome.kind === 'done').map(({ time }) => time);
  // A malformed command has no effect, and may lack its legs.
  if (effects.length < 2) return;
  const orders = ordersOf(command);
  const repeatMs = Math.min(remembersMs, ...orders.map((order) => order.repeatMs ?? remembersMs));
  for (const [at, time] of effects.entries()) {
    const before = effects[at - 1];
    if (before === undefined || time - before >= repeatMs) continue;
    const others = [...truth.happenings].filter(([body]) => body !== bodyOf(command)).flatMap(([, each]) => each);
    if (!orders.some((order) => wasFreed(order, { from: before, to: time }, others))) fail('one id took effect twice');
  }
}

function ordersOf(command: Untimed): readonly Untimed<PlaceOrder>[] {
  if (command.type === 'place') return [command];
  if (command.type === 'convert')
    return command.second === undefined ? [command.first] : [command.first, command.second];
  return command.type === 'placePair' ? [command.limit, command.stop] : [];
}

/** What frees an id that may be used again at once, or gives its order other terms. A dead-man timer does so at any time after it was armed. */
const frees: ReadonlySet<unknown> = new Set(['cancel', 'cancelAll', 'amend', 'armDeadMan']);

/** True if the order's id may have been freed between two times: by its owner, or as another order took it over. */
function wasFreed(
  order: Untimed<PlaceOrder>,
  { from, to }: Readonly<Record<'from' | 'to', number>>,
  others: readonly Happening[],
) {
  const { owner, clientOrderId, repeatMs } = order;
  return others.some(({ command, outcome, time }) => {
    if (time > to || (time < from && command.type !== 'armDeadMan')) return false;
    if (repeatMs !== undefined && frees.has(command.type)) return 'owner' in command && command.owner === owner;
    if (outcome.kind !== 'done') return false;
    return ordersOf(command).some(
      (other) => other.owner === owner && other.clientOrderId === clientOrderId && other.repeatMs !== undefined,
    );
  });
}

export interface Snapshot {
  readonly sequence: number;
  readonly bytes: Uint8Array;
}

/** Checks that a snapshot and the journal after it yield the state of the whole journal. */
export function checkSnapshot({ sequence, bytes }: Snapshot, storage: MemoryStorage, stateHash: string): void {
  const engine = restoreEngine(bytes, silentListener, simulatedOptions);
  for (const entry of storage.read(sequence, Infinity)) {
    for (const command of decodeCommands(entry.bytes)) engine.apply(command);
  }
  if (engine.stateHash() !== stateHash) fail(`the snapshot at entry ${sequence} leads to another state`);
}

/** As on the wire, where -0 is 0. */
function plain(outcome: Outcome): unknown {
  return JSON.parse(JSON.stringify(outcome));
}

export function fail(message: string): never {
  throw new Error(message);
}

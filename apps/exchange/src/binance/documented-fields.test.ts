import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers, sessionAnswers } from '../../testing/binance-fields/calls.ts';
import { marketEvents, userEvents } from '../../testing/binance-fields/event-shapes.ts';
import { judge, shapes, type Difference } from '../../testing/binance-fields/judge.ts';
import { sources, takenDown } from '../../testing/binance-fields/sources.ts';
import { nameOf } from '../../testing/binance-table.ts';
import { playOrders } from '../../testing/binance-session/play-orders.ts';
import { playMoney, playReads } from '../../testing/binance-session/play-reads.ts';
import { playControls, playLogIns, type SocketSaid } from '../../testing/binance-session/play-sockets.ts';
import { startSession, table, type BinanceSession } from '../../testing/binance-session/session.ts';
import type { ApiEvent } from '../../testing/test-ws-api.ts';
import { windowMinutes } from './streams/ticker-streams.ts';
import { createSessionMethods, type SessionMethodsOptions } from './ws-api/session-methods.ts';

/** Where the door differs from the documentation by intent; `docs/binance.md` says so. Each is met. */
const deliberate = [
  'GET /sapi/v1/capital/withdraw/history addressTag is unknown',
  'GET /api/v3/avgPrice closeTime is no time',
  'control refusal error is unknown',
  'control refusal code is missing',
  'control refusal msg is missing',
];

/** Fields that the door never has. Each is in a list, and is never met. */
const withoutSmartRouting = ['usedSor', 'workingFloor', 'matchType', 'allocId'];
const withoutPegs = ['pegPriceType', 'pegOffsetType', 'pegOffsetValue', 'peggedPrice'];
/** Of routing, of pegs, and what the books don't know. */
const ofReports = ['b', 'a', 'k', 'uS', 'gP', 'gOT', 'gOV', 'gp', 'D', 'U', 'Cs', 'pl', 'pL', 'pY'];
const neverSent = [
  ...[...withoutSmartRouting, ...withoutPegs, 'trailingTime'].map((field) => `… ${field}`),
  ...ofReports.map((field) => `event executionReport ${field}`),
  // Such orders are placed at the exchange's own doors alone.
  ...['orderResult', 'orderFull', 'amendedOrder'].map((shape) => `${shape} trailingDelta`),
  // Legs of lists can't be amended.
  'amended listStatus',
  'amendedList …',
  // No such limits.
  'exchangeInfo sors',
  'sor …',
  'filterExchangeOrders …',
  'filterAsset …',
  'filterLists …',
  'network denomination',
  'assetDetail depositTip',
  // Held by `limits-and-outcomes.test.ts`.
  'limitRefusal …',
  'whenToRetry …',
  // They are in `error`.
  'controlRefusal code',
  'controlRefusal msg',
];

let session: BinanceSession;
let logIns: readonly SocketSaid[];
let controls: Awaited<ReturnType<typeof playControls>>;

beforeAll(async () => {
  session = await startSession();
  await playMoney(session);
  for (const asking of session.askings) {
    await playOrders(session, asking);
    await playReads(asking);
  }
  logIns = await playLogIns(session);
  controls = await playControls(session);
  await session.settle();
  await session.stop();
  compareAnswers();
  compareEvents();
});
afterAll(() => session.stop());

const found: Difference[] = [];
const met = new Set<string>();

function compare(json: unknown, type: string, where: string, isMicroseconds = false): void {
  found.push(...judge(json, type, where, { isMicroseconds, met: (what) => void met.add(what) }));
}

function compareAnswers(): void {
  for (const { name, status, json, message, isMicroseconds } of session.answered) {
    const isDone = status === 200;
    const refusal = '@refusal | @replaceRefusal | @limitRefusal';
    compare(json, isDone ? (answers[name]?.answer ?? 'none') : refusal, name, isMicroseconds);
    if (message !== undefined) compareMessage(message, isDone, isMicroseconds);
  }
  for (const { isMicroseconds, answers: own, events } of logIns) {
    for (const { method, message } of own) {
      compareMessage(message, true, isMicroseconds);
      compare(message.result, sessionAnswers[method]?.answer ?? 'none', method, isMicroseconds);
    }
    for (const message of events) compareAccountEvent(message, isMicroseconds);
  }
  for (const answer of controls.answers) compare(answer, '@controlAnswer', 'control');
  compare(controls.refusal, '@controlRefusal', 'control refusal');
}

function compareMessage(message: unknown, isDone: boolean, isMicroseconds: boolean): void {
  compare(message, isDone ? '@socketAnswer' : '@socketRefusal', 'message', isMicroseconds);
}

function compareAccountEvent(message: ApiEvent, isMicroseconds: boolean): void {
  const name = String(message.event['e']);
  compare(message, name === 'serverShutdown' ? '@announced' : '@subscribed', 'message');
  compare(message.event, `@event ${name}`, name, isMicroseconds);
}

function compareEvents(): void {
  for (const { api, market, isMicroseconds } of session.heard) {
    for (const message of api.events) compareAccountEvent(message, isMicroseconds);
    for (const message of market) {
      compare(message, '@combined', 'message');
      for (const event of [message.data].flat()) {
        const name = nameOfEvent(event as object, message.stream);
        compare(event, `@event ${name}`, name, isMicroseconds);
      }
    }
  }
}

/** Two events don't say what they are. */
function nameOfEvent(event: { readonly e?: string }, stream: string): string {
  return event.e ?? (stream.endsWith('bookTicker') ? 'bookTicker' : 'depth');
}

test('every answer, refusal and event has the fields that Binance documents, but for those that differ by intent', () => {
  const words = new Set(found.map(({ where, what }) => `${where} ${what.replace(/^(is no \w+).*/, '$1')}`));
  const others = found.filter(({ where, what }) => !deliberate.some((known) => `${where} ${what}`.startsWith(known)));
  expect(others.slice(0, 10)).toEqual([]);
  expect([...words].toSorted()).toEqual(deliberate.toSorted());
});

test('every documented field is met, but for those that the door never has', () => {
  const listed = Object.entries(shapes).flatMap(([name, shape]) => [
    name,
    ...Object.keys(shape).map((field) => `${name} ${field.replace('?', '')}`),
  ]);
  const isNever = (known: string, what: string): boolean => {
    if (known.startsWith('… ')) return what.endsWith(known.slice(1));
    return known.endsWith(' …') ? what.startsWith(known.slice(0, -2)) : what === known;
  };
  expect(listed.filter((what) => !met.has(what) && !neverSent.some((known) => isNever(known, what)))).toEqual([]);
  const isAbsent = (known: string): boolean => {
    const meant = listed.filter((what) => isNever(known, what));
    return meant.length > 0 && meant.every((what) => !met.has(what));
  };
  expect(neverSent.filter((known) => !isAbsent(known))).toEqual([]);
});

describe('there is a list', () => {
  test('whose source and day are known', () => {
    const used = Object.values({ ...answers, ...sessionAnswers }).map(({ from }) => sources[from]);
    for (const { of } of used) expect(Date.parse(of)).toBeLessThanOrEqual(Date.parse(takenDown));
  });

  test('of each call, which is asked over each of its doors', () => {
    const places = table.flatMap((call) => (call.rest === null ? [] : [nameOf(call)]));
    expect(Object.keys(answers).toSorted()).toEqual(places.toSorted());
    const asked = (door: string) =>
      new Set(session.answered.filter((one) => one.door === door).map(({ name }) => name));
    expect([...asked('rest')].toSorted()).toEqual(places.toSorted());
    const methods = table.filter(({ ws }) => ws !== null).map(nameOf);
    expect([...asked('socket')].toSorted()).toEqual(methods.toSorted());
  });

  test('of each method about a socket', () => {
    const parts: unknown = { subscriptions: {}, sockets: {}, now: Date.now };
    const methods = createSessionMethods(parts as SessionMethodsOptions);
    expect(Object.keys(sessionAnswers).toSorted()).toEqual([...methods.keys()].toSorted());
  });

  test('of each event that the door writes', () => {
    const written = ['streams', 'user-events', 'ws-api'].flatMap((folder) => {
      const files = readdirSync(join(import.meta.dirname, folder)).filter((name) => !name.endsWith('.test.ts'));
      const texts = files.map((name) => readFileSync(join(import.meta.dirname, folder, name), 'utf8'));
      return texts.flatMap((text) => [...text.matchAll(/\be: ['`]([^'`]+)['`]/g)].map(([, name = '']) => name));
    });
    const names = written.flatMap((name) =>
      name === '${window}Ticker' ? [...windowMinutes.keys()].map((window) => `${window}Ticker`) : [name],
    );
    const listed = Object.keys({ ...marketEvents, ...userEvents });
    expect(names.length).toBeGreaterThan(10);
    expect([...new Set(names)].filter((name) => !listed.includes(name))).toEqual([]);
    const silent = ['bookTicker', 'depth'];
    expect(listed.filter((name) => !names.includes(name)).toSorted()).toEqual(silent);
  });
});

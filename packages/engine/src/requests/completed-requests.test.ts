import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { ClientIdKey } from './client-id-key.ts';
import type { Rejection } from '../rejection.ts';
import { CompletedRequests } from './completed-requests.ts';
import type { RequestBody } from './request-body.ts';
import { RequestKind } from './order-flags.ts';
import { none } from '../store/records.ts';

const day = 24 * 60 * 60 * 1000;

/** An id of 1 to 64 characters, another for each number. */
function textOf(number: number): string {
  const text = `${number}-`;
  return text + 'x'.repeat((number * 7) % (65 - text.length));
}

function idOf(number: number): ClientIdKey {
  const asked = new ClientIdKey(5);
  asked.read(1000 + (number % 3), RequestKind.withdrawal, textOf(number));
  return asked;
}

function bodyOf(number: number): RequestBody {
  const flags = RequestKind.withdrawal | (1 << 3);
  return { flags, subject: number % 5, first: number + 0.25, second: -number };
}

function refusalOf(number: number): Rejection | null {
  return number % 4 === 0 ? 'malformed' : null;
}

function isSettled(number: number): boolean {
  return number % 8 === 1;
}

/** The memory of requests that came one each millisecond, under the numbers of {@link textOf}. */
class Remembering {
  ended = new CompletedRequests();
  readonly numbers: number[] = [];
  readonly places: number[] = [];
  private added = 0;

  add(count: number): void {
    for (let number = this.added; number < this.added + count; number += 1) {
      this.ended.now = number;
      const at = this.ended.add(idOf(number), bodyOf(number), number * 2, refusalOf(number));
      if (isSettled(number)) this.ended.setWithdrawal(at, number, true);
      this.places.push(at);
      this.numbers.push(number);
    }
    this.added += count;
  }

  /** Answers the places of those that were dropped, and of those that should have been. */
  dropTo(now: number): [dropped: number[], outdated: number[]] {
    this.ended.now = now;
    const dropped: number[] = [];
    for (let at = this.ended.outdated(); at !== none; at = this.ended.outdated()) {
      dropped.push(at);
      this.ended.dropFirst();
    }
    this.ended.now = this.added;
    const outdated = this.numbers.filter((number) => number <= now - day);
    this.numbers.splice(0, outdated.length);
    return [dropped, this.places.splice(0, outdated.length)];
  }

  goThroughSnapshot(): void {
    const writer = new SnapshotWriter();
    this.ended.save(writer);
    const reader = new SnapshotReader(writer.finish());
    this.ended = new CompletedRequests();
    this.ended.load(reader);
    reader.finish();
    this.ended.now = this.added;
  }

  /** What it holds, and what it should. */
  compared(): [held: unknown, wanted: unknown] {
    const { ended, numbers, places } = this;
    const named = places.map((at, index) => {
      const [own, next] = [idOf(numbers[index] as number), idOf((numbers[index] as number) + 1)];
      return ended.isNamed(at, own) && !ended.isNamed(at, next);
    });
    return [
      { count: ended.count, entries: [...ended.entries()], told: places.map((at) => toldOf(ended, at)), named },
      { count: numbers.length, entries: places, told: numbers.map(bodyWithId), named: numbers.map(() => true) },
    ];
  }
}

/** All that is kept of a request. */
function toldOf(ended: CompletedRequests, at: number): unknown[] {
  const { flags, subject, first, second } = ended.bodyOf(at);
  const id = [ended.ownerOf(at), ended.timeOf(at), ended.hashOf(at), ended.idOf(at)];
  return [...id, ended.orderIdOf(at), ended.refusalOf(at), ended.isSettled(at), flags, subject, first, second];
}

/** The same, of the request of a number. */
function bodyWithId(number: number): unknown[] {
  const { owner, hash } = idOf(number);
  const { flags, subject, first, second } = bodyOf(number);
  const outcome = [number * 2, refusalOf(number), isSettled(number)];
  return [owner, number, hash, textOf(number), ...outcome, flags, subject, first, second];
}

const rounds: [dropped: number, added: number][] = [
  [0, 1500],
  [900, 700],
  [1500, 0],
  [2200, 3],
  [2203, 2000],
  [3000, 900],
];

test('many are kept over many chunks, the oldest are forgotten first, and what they leave is used again', () => {
  const remembering = new Remembering();
  for (const [dropped, added] of rounds) {
    const [those, outdated] = remembering.dropTo(dropped - 1 + day);
    expect(those).toEqual(outdated);
    remembering.goThroughSnapshot();
    remembering.add(added);
    const [held, wanted] = remembering.compared();
    expect(held).toEqual(wanted);
  }
  // Two chunks and what is spare, however much came and went.
  const writer = new SnapshotWriter();
  remembering.ended.save(writer);
  expect(writer.finish().length).toBeLessThan(400_000);
});

test('an entry of each length fills a chunk to its end, or goes into the next', () => {
  for (const length of [1, 4, 5, 8, 9, 13, 17, 64]) {
    const ended = new CompletedRequests();
    const asked = new ClientIdKey(0);
    expect(asked.read(1000, RequestKind.deposit, 'y'.repeat(length))).toBe(true);
    const body = { flags: RequestKind.deposit, subject: 1, first: 2, second: 3 };
    const places = Array.from({ length: 1300 }, () => ended.add(asked, body, 0, null));
    expect([...ended.entries()]).toEqual(places);
    expect(places.every((at) => ended.isNamed(at, asked))).toBe(true);
  }
});

test('a request is outdated a day after it came, not before', () => {
  const remembering = new Remembering();
  remembering.add(1);
  const { ended } = remembering;
  ended.now = day - 1;
  expect([ended.outdated(), ended.isRecent(0)]).toEqual([none, true]);
  ended.now = day;
  expect([ended.outdated(), ended.isRecent(0), ended.isRecent(1)]).toEqual([0, false, true]);
  ended.dropFirst();
  expect([ended.outdated(), ended.count]).toEqual([none, 0]);
});

import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { ClientIdKey } from './client-id-key.ts';
import type { Rejection } from '../rejection.ts';
import { CompletedRequests } from './completed-requests.ts';
import type { RequestBody } from './request-body.ts';
import { RequestKind } from './order-flags.ts';
import { none } from '../store/records.ts';

const day = 24 * 60 * 60 * 1000;

/** An id of 1 to 64 characters, unique per number. */
function idTextOf(number: number): string {
  const text = `${number}-`;
  return text + 'x'.repeat((number * 7) % (65 - text.length));
}

function idOf(number: number): ClientIdKey {
  const commandKey = new ClientIdKey(5);
  commandKey.read(1000 + (number % 3), RequestKind.withdrawal, idTextOf(number));
  return commandKey;
}

function bodyOf(number: number): RequestBody {
  const flags = RequestKind.withdrawal | (1 << 3);
  return { flags, subject: number % 5, first: number + 0.25, second: -number };
}

function rejectionOf(number: number): Rejection | null {
  return number % 4 === 0 ? 'malformed' : null;
}

function isSettled(number: number): boolean {
  return number % 8 === 1;
}

/** Completed requests, one per millisecond, with the ids of {@link idTextOf}. */
class Remembering {
  completed = new CompletedRequests();
  readonly numbers: number[] = [];
  readonly places: number[] = [];
  private added = 0;

  add(count: number): void {
    for (let number = this.added; number < this.added + count; number += 1) {
      this.completed.now = number;
      const at = this.completed.add(idOf(number), bodyOf(number), number * 2, rejectionOf(number));
      if (isSettled(number)) this.completed.setWithdrawal(at, number, true);
      this.places.push(at);
      this.numbers.push(number);
    }
    this.added += count;
  }

  /** Returns the positions of the dropped requests, and the expected ones. */
  dropTo(now: number): [dropped: number[], outdated: number[]] {
    this.completed.now = now;
    const dropped: number[] = [];
    for (let at = this.completed.outdated(); at !== none; at = this.completed.outdated()) {
      dropped.push(at);
      this.completed.dropFirst();
    }
    this.completed.now = this.added;
    const outdated = this.numbers.filter((number) => number <= now - day);
    this.numbers.splice(0, outdated.length);
    return [dropped, this.places.splice(0, outdated.length)];
  }

  goThroughSnapshot(): void {
    const writer = new SnapshotWriter();
    this.completed.save(writer);
    const reader = new SnapshotReader(writer.finish());
    this.completed = new CompletedRequests();
    this.completed.load(reader);
    reader.finish();
    this.completed.now = this.added;
  }

  /** The actual and the expected content. */
  compared(): [held: unknown, wanted: unknown] {
    const { completed, numbers, places } = this;
    const named = places.map((at, index) => {
      const [own, next] = [idOf(numbers[index] as number), idOf((numbers[index] as number) + 1)];
      return completed.hasId(at, own) && !completed.hasId(at, next);
    });
    return [
      {
        count: completed.count,
        entries: [...completed.entries()],
        bodies: places.map((at) => bodiesOf(completed, at)),
        named,
      },
      { count: numbers.length, entries: places, bodies: numbers.map(bodyWithId), named: numbers.map(() => true) },
    ];
  }
}

/** All fields of a stored request. */
function bodiesOf(completed: CompletedRequests, at: number): unknown[] {
  const { flags, subject, first, second } = completed.bodyOf(at);
  const id = [completed.ownerOf(at), completed.timeOf(at), completed.hashOf(at), completed.idOf(at)];
  return [
    ...id,
    completed.orderIdOf(at),
    completed.rejectionOf(at),
    completed.isSettled(at),
    flags,
    subject,
    first,
    second,
  ];
}

/** The expected fields of the request with this number. */
function bodyWithId(number: number): unknown[] {
  const { owner, hash } = idOf(number);
  const { flags, subject, first, second } = bodyOf(number);
  const outcome = [number * 2, rejectionOf(number), isSettled(number)];
  return [owner, number, hash, idTextOf(number), ...outcome, flags, subject, first, second];
}

const rounds: [dropped: number, added: number][] = [
  [0, 1500],
  [900, 700],
  [1500, 0],
  [2200, 3],
  [2203, 2000],
  [3000, 900],
];

test('entries span many chunks, the oldest are dropped first, and chunks are reused', () => {
  const remembering = new Remembering();
  for (const [dropped, added] of rounds) {
    const [those, outdated] = remembering.dropTo(dropped - 1 + day);
    expect(those).toEqual(outdated);
    remembering.goThroughSnapshot();
    remembering.add(added);
    const [held, wanted] = remembering.compared();
    expect(held).toEqual(wanted);
  }
  // Two chunks and a spare one, however many entries came and went.
  const writer = new SnapshotWriter();
  remembering.completed.save(writer);
  expect(writer.finish().length).toBeLessThan(400_000);
});

test('an entry of any length fills a chunk to its end, or starts the next', () => {
  for (const length of [1, 4, 5, 8, 9, 13, 17, 64]) {
    const completed = new CompletedRequests();
    const commandKey = new ClientIdKey(0);
    expect(commandKey.read(1000, RequestKind.deposit, 'y'.repeat(length))).toBe(true);
    const body = { flags: RequestKind.deposit, subject: 1, first: 2, second: 3 };
    const places = Array.from({ length: 1300 }, () => completed.add(commandKey, body, 0, null));
    expect([...completed.entries()]).toEqual(places);
    expect(places.every((at) => completed.hasId(at, commandKey))).toBe(true);
  }
});

test('a request is outdated after exactly a day', () => {
  const remembering = new Remembering();
  remembering.add(1);
  const { completed } = remembering;
  completed.now = day - 1;
  expect([completed.outdated(), completed.isRecent(0)]).toEqual([none, true]);
  completed.now = day;
  expect([completed.outdated(), completed.isRecent(0), completed.isRecent(1)]).toEqual([0, false, true]);
  completed.dropFirst();
  expect([completed.outdated(), completed.count]).toEqual([none, 0]);
});

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chainHash, emptyHead, verifyChain } from '../src/chain.ts';
import { JournalOutcomeUnknown, JournalUnavailable } from '../src/journal-errors.ts';
import type { Batch, Entry, Journal } from '../src/journal.ts';
import type { AppendFault } from '../src/memory-journal.ts';

/** A fresh journal that the suite may damage. */
export interface JournalFixture {
  readonly journal: Journal;
  /** Opens another journal on the same storage: a second writer, or the next start. */
  open(): Journal;
  /** Injects a fault into the next append of `journal`. */
  injectFault(fault: AppendFault): Promise<void>;
  /** Delivers delayed appends, and resolves once they are processed. */
  landDelayed(): Promise<void>;
  close(): Promise<void>;
}

function batchOf(text: string): Batch {
  return { batchId: randomUUID(), bytes: Buffer.from(text) };
}

function textsOf(entries: readonly Entry[]): string[] {
  return entries.map(({ bytes }) => Buffer.from(bytes).toString());
}

/** The contract of every implementation of `Journal`. */
export function describeJournal(name: string, createFixture: () => Promise<JournalFixture>): void {
  describe(name, () => {
    let fixture: JournalFixture;
    beforeEach(async () => {
      fixture = await createFixture();
    });
    afterEach(() => fixture.close());

    testOrder(() => fixture);
    testBatchIds(() => fixture);
    testWatching(() => fixture);
    testLifetime(() => fixture);
    testFaults(() => fixture);
    testRandomFaults(() => fixture);
  });
}

function testOrder(current: () => JournalFixture): void {
  test('starts empty', async () => {
    const { journal } = current();
    const head = await journal.head();
    expect(head.sequence).toBe(0);
    expect(Buffer.from(head.hash)).toEqual(Buffer.alloc(32));
    expect(await journal.read(0, 10)).toEqual([]);
  });

  test('numbers entries from 1 and chains their hashes', async () => {
    const { journal } = current();
    const first = await journal.append(batchOf('a'));
    const second = await journal.append(batchOf('b'));
    expect([first.sequence, second.sequence]).toEqual([1, 2]);
    expect(Buffer.from(first.hash)).toEqual(chainHash(emptyHead.hash, Buffer.from('a')));
    expect(Buffer.from(second.hash)).toEqual(chainHash(first.hash, Buffer.from('b')));
    const head = await journal.head();
    expect(head.sequence).toBe(2);
    expect(Buffer.from(head.hash)).toEqual(Buffer.from(second.hash));
  });

  test('keeps every byte, and empty batches', async () => {
    const { journal } = current();
    const everyByte = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    await journal.append({ batchId: randomUUID(), bytes: everyByte.subarray(7) });
    await journal.append({ batchId: randomUUID(), bytes: new Uint8Array(0) });
    const [long, empty] = await journal.read(0, 10);
    expect(Buffer.from(long?.bytes ?? [])).toEqual(Buffer.from(everyByte.subarray(7)));
    expect(empty?.bytes.length).toBe(0);
  });

  test('reads a range in order', async () => {
    const { journal } = current();
    for (const text of ['a', 'b', 'c', 'd']) await journal.append(batchOf(text));
    expect(textsOf(await journal.read(1, 2))).toEqual(['b', 'c']);
    expect(textsOf(await journal.read(3, 10))).toEqual(['d']);
    expect(await journal.read(4, 10)).toEqual([]);
  });

  test('confirms its newest entry', async () => {
    const { journal } = current();
    expect((await journal.confirm()).sequence).toBe(0);
    const { sequence, hash } = await journal.append(batchOf('a'));
    const confirmed = await journal.confirm();
    expect([confirmed.sequence, Buffer.from(confirmed.hash)]).toEqual([sequence, Buffer.from(hash)]);
  });

  test('orders several writers that append at once', async () => {
    const writers = [current().journal, current().open(), current().open()];
    const answers = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, index) => (await writers[index % 3]?.append(batchOf(String(index))))?.sequence,
      ),
    );
    expect(answers.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    expect((await verifyChain(current().journal)).sequence).toBe(60);
    await Promise.all(writers.slice(1).map((writer) => writer.close()));
  });
}

function testBatchIds(current: () => JournalFixture): void {
  test('returns the existing entry for a repeated batch', async () => {
    const { journal, open } = current();
    const batch = batchOf('once');
    const first = await journal.append(batch);
    await journal.append(batchOf('between'));
    const again = await journal.append(batch);
    const other = open();
    const fromElsewhere = await other.append(batch);
    await other.close();
    expect([again.sequence, fromElsewhere.sequence]).toEqual([first.sequence, first.sequence]);
    expect(textsOf(await journal.read(0, 10))).toEqual(['once', 'between']);
    expect((await journal.append(batchOf('after'))).sequence).toBe(3);
  });

  test('the same batch from two writers at once is written once', async () => {
    const { journal, open } = current();
    const other = open();
    const batch = batchOf('once');
    const [mine, theirs] = await Promise.all([journal.append(batch), other.append(batch)]);
    expect(mine.sequence).toBe(theirs.sequence);
    expect((await journal.head()).sequence).toBe(1);
    await other.close();
  });

  test('finds an entry by its batch', async () => {
    const { journal } = current();
    const batch = batchOf('found');
    const { sequence } = await journal.append(batch);
    expect(await journal.find(batch.batchId)).toMatchObject({ sequence, batchId: batch.batchId });
    expect(await journal.find(randomUUID())).toBeNull();
  });
}

function testWatching(current: () => JournalFixture): void {
  test('watchers are notified of appends by others, until they stop', async () => {
    const { journal, open } = current();
    const other = open();
    let notified = Promise.withResolvers<void>();
    const watch = await journal.watch(() => notified.resolve());
    for (const text of ['a', 'b']) {
      await other.append(batchOf(text));
      await notified.promise;
      notified = Promise.withResolvers<void>();
    }
    expect(textsOf(await journal.read(0, 10))).toEqual(['a', 'b']);
    await watch.close();
    await other.close();
  });
}

function testLifetime(current: () => JournalFixture): void {
  test('reopens with everything that was written', async () => {
    const { journal, open } = current();
    await journal.append(batchOf('kept'));
    await journal.close();
    const next = open();
    expect(textsOf(await next.read(0, 10))).toEqual(['kept']);
    expect((await next.append(batchOf('more'))).sequence).toBe(2);
    await next.close();
  });

  test('writes nothing once it is closed', async () => {
    const { journal } = current();
    await journal.close();
    await expect(journal.append(batchOf('late'))).rejects.toThrow(JournalUnavailable);
  });
}

function testFaults(current: () => JournalFixture): void {
  test('a refused append is certainly not written, and the next one succeeds', async () => {
    const { journal, injectFault } = current();
    const batch = batchOf('refused');
    await injectFault('refused');
    await expect(journal.append(batch)).rejects.toThrow(JournalUnavailable);
    expect((await journal.head()).sequence).toBe(0);
    expect((await journal.append(batch)).sequence).toBe(1);
  });

  test('after a lost response, the entry is found', async () => {
    const { journal, injectFault } = current();
    await journal.append(batchOf('before'));
    const batch = batchOf('unsure');
    await injectFault('answer-lost');
    await expect(journal.append(batch)).rejects.toThrow(JournalOutcomeUnknown);
    expect(await journal.find(batch.batchId)).toMatchObject({ sequence: 2 });
    expect((await journal.append(batchOf('after'))).sequence).toBe(3);
  });

  test('after a lost response, the same batch may be sent again', async () => {
    const { journal, injectFault } = current();
    const batch = batchOf('unsure');
    await injectFault('answer-lost');
    await expect(journal.append(batch)).rejects.toThrow(JournalOutcomeUnknown);
    expect((await journal.append(batch)).sequence).toBe(1);
    expect((await journal.head()).sequence).toBe(1);
  });

  test('a batch that was not found is never written', async () => {
    const { journal, injectFault, landDelayed } = current();
    const batch = batchOf('straggler');
    await injectFault('delayed');
    await expect(journal.append(batch)).rejects.toThrow(JournalOutcomeUnknown);
    expect(await journal.find(batch.batchId)).toBeNull();
    await landDelayed();
    expect((await journal.head()).sequence).toBe(0);
    expect(await journal.find(batch.batchId)).toBeNull();
    await expect(journal.append(batch)).rejects.toThrow(JournalUnavailable);
    expect((await journal.append(batchOf('after'))).sequence).toBe(1);
  });

  test('a late write is found if it precedes the lookup', async () => {
    const { journal, injectFault, landDelayed } = current();
    const batch = batchOf('late');
    await injectFault('delayed');
    await expect(journal.append(batch)).rejects.toThrow(JournalOutcomeUnknown);
    await landDelayed();
    expect(await journal.find(batch.batchId)).toMatchObject({ sequence: 1 });
    expect((await verifyChain(journal)).sequence).toBe(1);
  });
}

/** A small reproducible generator, so a seed's faults can be replayed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function testRandomFaults(current: () => JournalFixture): void {
  test.each([1, 2, 3, 4])('under random faults no acknowledged batch is lost or doubled (seed %i)', async (seed) => {
    const { journal, injectFault, landDelayed } = current();
    const random = createRandom(seed);
    const answered: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const fault = ([null, null, 'refused', 'answer-lost', 'delayed'] as const)[Math.floor(random() * 5)] ?? null;
      if (fault !== null) await injectFault(fault);
      const batch = batchOf(String(index));
      const outcome = await settle(journal, batch, random() < 0.5 ? landDelayed : async () => undefined);
      if (outcome !== null) answered.push(String(index));
    }
    await landDelayed();
    const entries = await journal.read(0, 1_000);
    expect(textsOf(entries)).toEqual(answered);
    expect(entries.length).toBeGreaterThan(10);
    expect((await verifyChain(journal)).sequence).toBe(entries.length);
  });
}

/** A writer: appends, and looks up unknown outcomes. */
async function settle(journal: Journal, batch: Batch, meanwhile: () => Promise<void>): Promise<Entry | null> {
  try {
    return await journal.append(batch);
  } catch (error) {
    if (error instanceof JournalUnavailable) return null;
    expect(error).toBeInstanceOf(JournalOutcomeUnknown);
    await meanwhile();
    return journal.find(batch.batchId);
  }
}

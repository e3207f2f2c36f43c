import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyChain } from './chain.ts';
import { JournalBroken } from './journal-errors.ts';
import type { Entry, Journal } from './journal.ts';
import { MemoryJournal } from './memory-journal.ts';

async function journalOf(count: number): Promise<MemoryJournal> {
  const journal = new MemoryJournal();
  for (let index = 0; index < count; index += 1)
    await journal.append({ batchId: randomUUID(), bytes: Buffer.of(index % 256) });
  return journal;
}

/** The journal as it reads after tampering. */
function altered(journal: Journal, alter: (entries: Entry[]) => Entry[]): Journal {
  return {
    append: (batch) => journal.append(batch),
    find: (batchId) => journal.find(batchId),
    begin: () => journal.begin(),
    head: () => journal.head(),
    confirm: () => journal.confirm(),
    watch: (onMore) => journal.watch(onMore),
    close: () => journal.close(),
    read: async (after, limit) =>
      alter(await journal.read(0, 10_000))
        .filter(({ sequence }) => sequence > after)
        .slice(0, limit),
  };
}

test('an intact journal is verified to its head, over several reads', async () => {
  const journal = await journalOf(1_203);
  const head = await journal.head();
  expect(await verifyChain(journal)).toEqual(head);
  expect(head.sequence).toBe(1_203);
});

test('an empty journal is intact', async () => {
  expect((await verifyChain(new MemoryJournal())).sequence).toBe(0);
});

test('a range is verified from a trusted position', async () => {
  const journal = await journalOf(10);
  const from = await verifyChain(journal, { to: 4 });
  expect(from.sequence).toBe(4);
  expect((await verifyChain(journal, { from, to: 7 })).sequence).toBe(7);
  const wrong = { sequence: 4, hash: new Uint8Array(32) };
  await expect(verifyChain(journal, { from: wrong })).rejects.toThrow(JournalBroken);
});

const alterations: [name: string, firstWrong: number, alter: (entries: Entry[]) => Entry[]][] = [
  [
    'a changed byte',
    3,
    (entries) => entries.map((entry) => (entry.sequence === 3 ? { ...entry, bytes: Buffer.of(99) } : entry)),
  ],
  [
    'a changed hash',
    3,
    (entries) => entries.map((entry) => (entry.sequence === 3 ? { ...entry, hash: Buffer.alloc(32, 1) } : entry)),
  ],
  ['a missing entry', 3, (entries) => entries.filter(({ sequence }) => sequence !== 3)],
  ['a missing end', 5, (entries) => entries.filter(({ sequence }) => sequence < 5)],
];

test.each(alterations)('%s is found', async (_name, firstWrong, alter) => {
  const journal = altered(await journalOf(6), alter);
  await expect(verifyChain(journal)).rejects.toMatchObject({ name: 'JournalBroken', sequence: firstWrong });
});

test('a head that does not match the entries is detected', async () => {
  const journal = await journalOf(3);
  const forged: Journal = altered(journal, (entries) => entries);
  forged.head = async () => ({ sequence: 3, hash: Buffer.alloc(32, 7) });
  await expect(verifyChain(forged)).rejects.toMatchObject({ name: 'JournalBroken', sequence: 3 });
});

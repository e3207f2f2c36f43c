import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Head } from '@fft/journal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JournalMark, markName, readMarks, replaceMarks, type Seen } from './journal-mark.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fft-mark-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const database = '7000000000000000000-fft';
const folder = (): string => join(dataDir, 'journal-seen', database);
const head = (sequence: number): Head => ({ sequence, hash: Buffer.alloc(32, sequence) });
const plain = ({ epoch, head: { sequence, hash } }: Seen) => ({
  epoch,
  sequence,
  hash: Buffer.from(hash).toString('hex'),
});
const seen = (epoch: number, sequence: number) => plain({ epoch, head: head(sequence) });

test('a mark is kept over a restart, and never goes back', () => {
  const mark = new JournalMark(dataDir, database, 'one');
  mark.advance(1, head(5));
  mark.advance(1, head(9));
  mark.advance(1, head(7));
  expect(plain(mark.seen)).toEqual(seen(1, 9));
  // A killed process closes nothing.
  expect(plain(readMarks(dataDir, database))).toEqual(seen(1, 9));
  mark.close();
  const again = new JournalMark(dataDir, database, 'one');
  expect(plain(again.seen)).toEqual(seen(1, 9));
  again.advance(2, head(9));
  expect(plain(again.seen)).toEqual(seen(2, 9));
  again.close();
});

test('the newest mark of all processes counts, for its own database alone', () => {
  const [one, two] = [new JournalMark(dataDir, database, 'one'), new JournalMark(dataDir, database, 'two')];
  one.advance(3, head(20));
  two.advance(2, head(40));
  const three = new JournalMark(dataDir, database, 'three');
  expect(plain(three.seen)).toEqual(seen(3, 40));
  const other = new JournalMark(dataDir, 'another database', 'one');
  expect(other.seen.head.sequence).toBe(0);
  for (const mark of [one, two, three, other]) mark.close();
});

test.each([0, 256])('a mark survives a write that was torn at byte %i', async (start) => {
  const mark = new JournalMark(dataDir, database, 'one');
  for (let sequence = 1; sequence <= 10; sequence += 1) mark.advance(1, head(sequence));
  mark.close();
  const [name = ''] = await readdir(folder());
  const bytes = await readFile(join(folder(), name));
  bytes.fill(0, start + 20, start + 256);
  await writeFile(join(folder(), name), bytes);
  expect(readMarks(dataDir, database).head.sequence).toBeGreaterThanOrEqual(9);
});

test('marks of processes that are long gone are removed, and what they had seen is kept', async () => {
  const gone = new JournalMark(dataDir, database, 'gone');
  gone.advance(2, head(50));
  gone.close();
  await utimes(join(folder(), 'gone.json'), new Date(), new Date(Date.now() - 8 * 86_400_000));
  const mark = new JournalMark(dataDir, database, 'one');
  expect(await readdir(folder())).toEqual(['one.json']);
  expect(plain(readMarks(dataDir, database))).toEqual(seen(2, 50));
  mark.close();
});

test('an operator can put all marks back', () => {
  const mark = new JournalMark(dataDir, database, 'one');
  mark.advance(5, head(100));
  mark.close();
  replaceMarks(dataDir, database, { epoch: 1, head: head(40) });
  expect(plain(readMarks(dataDir, database))).toEqual(seen(1, 40));
});

test('processes of one machine have marks of their own', () => {
  expect(markName(8080)).not.toBe(markName(8090));
  expect(markName(0)).toContain(String(process.pid));
});

import { mkdir, open, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BankFileError, decodeFile, encodingOf, isPain002, maxFileBytes } from '@fft/bank-files';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { is } from '../refusals.ts';
import { expectedOf, type HouseAccounts } from '../accounts.ts';
import type { BankAnswers } from '../payouts/bank-answers.ts';
import { batchFileName, type Batches } from '../payouts/batches.ts';
import type { BankFiles } from './files.ts';

export interface FolderOptions {
  readonly folder: string;
  readonly db: Kysely<Tables>;
  readonly accounts: Pick<HouseAccounts, 'listed'>;
  readonly files: Pick<BankFiles, 'keep' | 'apply'>;
  readonly answers: BankAnswers;
  readonly batches: Pick<Batches, 'isGenuine'>;
  /** Judges and credits new entries. */
  readonly runNow: () => Promise<void>;
  readonly log: Logger;
  readonly now: () => number;
}

const places = ['in', 'out', 'read', 'refused'] as const;

/**
 * Takes over the statements and answers that the bank's connection puts into `in`, and writes released batches into `out`. Files come and go by a
 * rename, so that nobody reads a half-written file. A read file moves to `read`, a wrong one to `refused`, with a text that says why. The folder
 * needs no second operator, unlike an import in the console, so only the bank's connection may write there.
 */
export async function watchFolder(options: FolderOptions): Promise<void> {
  const { folder, log, runNow } = options;
  for (const place of places) await mkdir(join(folder, place), { recursive: true, mode: 0o700 });
  const names = (await readdir(join(folder, 'in'))).filter((name) => !/^\.|\.(part|tmp)$/.test(name)).toSorted();
  let hasRead = false;
  for (const name of names) {
    try {
      await takeFile(options, name);
      await rename(join(folder, 'in', name), join(folder, 'read', name));
      hasRead = true;
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof BankFileError)) throw error;
      const why: Readonly<Record<string, unknown>> =
        error instanceof Refusal
          ? { problem: error.name, ...error.data }
          : { problem: error.problem, line: error.line };
      log.error({ file: name, ...why }, 'bankFile.refused');
      await writeFile(join(folder, 'refused', `${name}.txt`), `${JSON.stringify(why)}\n`);
      await rename(join(folder, 'in', name), join(folder, 'refused', name));
    }
  }
  if (hasRead) await runNow();
  await writeBatches(options);
}

/** @throws Refusal, BankFileError */
async function takeFile({ folder, accounts, files, answers }: FolderOptions, name: string): Promise<void> {
  const path = join(folder, 'in', name);
  const facts = await stat(path);
  if (!facts.isFile() || facts.size > maxFileBytes) throw new BankFileError('tooLarge', 1, `${facts.size} bytes`);
  const bytes = await readFile(path);
  const listed = await accounts.listed();
  const text = decodeFile(bytes, () => encodingOf(bytes, listed.map(expectedOf)));
  if (isPain002(text)) return void (await answers.take(text, 'folder'));
  const by = { source: 'folder', operator: '' } as const;
  const own = { name: name.slice(0, 120), text };
  try {
    const { id, digest } = await files.keep(null, own, by);
    await files.apply(id, digest);
  } catch (error) {
    // The file was read before, perhaps by a process that died before it moved the file.
    if (!is(error, 'bankFileRead')) throw error;
  }
}

/** Writes each released batch once: a bank may take a second file for a second payment. If the process dies first, operators download the file. */
async function writeBatches({ folder, db, batches, log, now }: FolderOptions): Promise<void> {
  const rows = await db
    .selectFrom('bank_batches')
    .selectAll()
    .where('state', '=', 'released')
    .where('written', 'is', null)
    .orderBy('id')
    .execute();
  for (const row of rows) {
    if (!batches.isGenuine(row)) {
      log.fatal({ batch: row.id }, 'bankBatch.altered');
      continue;
    }
    await db.updateTable('bank_batches').set({ written: now() }).where('id', '=', row.id).execute();
    const path = join(folder, 'out', batchFileName(row.id));
    const file = await open(`${path}.part`, 'w', 0o600);
    try {
      await file.writeFile(row.body ?? '');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  }
}

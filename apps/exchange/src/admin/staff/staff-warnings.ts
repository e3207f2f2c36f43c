import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { passkeyMail, type PasskeyMail } from './passkey-mail.ts';

/** Delay before a retry. */
const againMs = 60_000;
/** Older warnings are dropped. */
const keptMs = 24 * 3_600_000;
const maxPerBatch = 20;

/** Queues a warning to an operator, which is mailed after the commit, and again until the mail server takes it. */
export async function queueStaffWarning(
  transaction: Transaction<Tables>,
  address: string,
  words: PasskeyMail,
): Promise<void> {
  const { time } = words;
  const row = { address, words: JSON.stringify(words), time, due: time };
  await transaction.insertInto('staff_warnings').values(row).execute();
}

export interface StaffWarningsOptions {
  readonly db: Kysely<Tables>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
}

/** Mails the warnings that are due, each by one process. */
export async function sendStaffWarnings({ db, mailer, log, now }: StaffWarningsOptions): Promise<void> {
  await db
    .deleteFrom('staff_warnings')
    .where('time', '<', now() - keptMs)
    .execute();
  const { rows } = await sql<{ id: number; address: string; words: PasskeyMail }>`
    update staff_warnings set due = ${now() + againMs}
    where id in (
      select id from staff_warnings where due <= ${now()} order by id limit ${maxPerBatch} for update skip locked
    )
    returning id, address, words`.execute(db);
  for (const { id, address, words } of rows.toSorted((one, other) => one.id - other.id)) {
    try {
      await mailer.send(address, passkeyMail(words));
      await db.deleteFrom('staff_warnings').where('id', '=', id).execute();
    } catch (error) {
      log.warn({ err: error, operator: words.name }, 'operator.warningFailed');
    }
  }
}

export function createStaffWarningsJob(options: StaffWarningsOptions): Job {
  return createJob({ name: 'admin.warnings', everyMs: 5_000, run: () => sendStaffWarnings(options) });
}

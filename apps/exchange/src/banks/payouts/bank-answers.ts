import { BankFileError, readPain002, type PaymentStatus, type StatusReport } from '@fft/bank-files';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import type { Batches } from './batches.ts';
import { refusalOf } from '../files/problem-texts.ts';
import type { PaymentRefusal } from '../tables.ts';

export interface BankAnswersOptions {
  readonly db: Kysely<Tables>;
  readonly batches: Pick<Batches, 'isGenuine'>;
  readonly log: Logger;
  readonly now: () => number;
}

/** What a bank's answer to a payment file changed. */
export interface TakenAnswer {
  readonly batch: number;
  /** Names of the payments that the bank refused. */
  readonly refused: readonly string[];
}

/** Takes over banks' answers to payment files (pain.002). An answer moves no money: two operators propose and agree to give a payout back. */
export interface BankAnswers {
  /** `operator` is `folder` for the folder. @throws Refusal if the text answers no released batch, or names a payment that the batch lacks */
  take(text: string, operator: string): Promise<TakenAnswer>;
}

export function createBankAnswers({ db, batches, log, now }: BankAnswersOptions): BankAnswers {
  return {
    take: async (text, operator) => {
      const report = read(text);
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('bank_batches')
          .selectAll()
          .where('id', '=', batchIn(report))
          .forUpdate()
          .executeTakeFirst();
        if (row?.state !== 'released' || !batches.isGenuine(row)) throw refuse('bankAnswerUnknown');
        const names = new Set(row.items.map(({ endToEnd }) => endToEnd));
        const refused = refusedBy(report, [...names]);
        if (!report.payments.every(({ endToEnd }) => names.has(endToEnd))) throw refuse('bankAnswerUnknown');
        const refusals = { ...row.refusals, ...Object.fromEntries(refused.map((one) => [one.endToEnd, entryOf(one)])) };
        const target = `bank batch ${row.id}`;
        await transaction
          .updateTable('bank_batches')
          .set({ refusals: JSON.stringify(refusals) })
          .where('id', '=', row.id)
          .execute();
        await writeAudit(transaction, { time: now(), operator, act: 'bankBatch.answer', target, after: { refused } });
        for (const { endToEnd, reason } of refused)
          log.error({ batch: row.id, payment: endToEnd, reason }, 'bankBatch.paymentRefused');
        return { batch: row.id, refused: refused.map(({ endToEnd }) => endToEnd) };
      });
    },
  };
}

function read(text: string): StatusReport {
  try {
    return readPain002(text);
  } catch (error) {
    if (error instanceof BankFileError) throw refusalOf(error);
    throw error;
  }
}

function batchIn({ batch }: StatusReport): number {
  return Number(/^BATCH-([1-9]\d{0,14})$/.exec(batch)?.[1] ?? 0);
}

/** A bank that refuses the whole file may list none of its payments. */
function refusedBy({ isRejected, reason, text, payments }: StatusReport, names: readonly string[]): PaymentStatus[] {
  if (payments.length > 0 || !isRejected) return payments.filter((payment) => payment.isRejected);
  return names.map((endToEnd) => ({ endToEnd, isRejected: true, reason, text }));
}

function entryOf({ reason, text }: PaymentStatus): PaymentRefusal {
  return { reason: reason?.slice(0, 40) ?? null, text: text.slice(0, 500) };
}

import type { PaymentAct } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { isUniqueViolation } from '../../database/unique-violation.ts';
import { refuse } from '../refusals.ts';

export interface AskedPayment {
  readonly payment: number;
  readonly act: PaymentAct;
  readonly operator: string;
}

/**
 * Notes what an operator asks of a payment; the process that follows its chain carries it out.
 * @throws Refusal if the payment isn't on its way, or another request waits
 */
export async function askPayment(
  db: Kysely<Tables>,
  { payment, act, operator }: AskedPayment,
  time: number,
): Promise<null> {
  const payments = db.selectFrom('chain_payments').select('state').where('id', '=', payment);
  const found = await payments.where('purpose', '<>', 'batch').executeTakeFirst();
  if (found === undefined) throw refuse('notFound');
  if (found.state !== 'signed') throw refuse('paymentNotOpen');
  try {
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('payment_requests').values({ payment, act, operator, time }).execute();
      const word = act === 'bump' ? 'payment.bump' : 'payment.giveBack';
      await writeAudit(transaction, { time, operator, act: word, target: `payment ${payment}` });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('paymentAsked');
    throw error;
  }
  return null;
}

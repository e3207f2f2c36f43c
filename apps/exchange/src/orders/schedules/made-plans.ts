import type { Transaction } from 'kysely';
import type { AccountMessage, Inbox } from '../../content/index.ts';
import type { Tables } from '../room.ts';

const dayMs = 86_400_000;
/** Mails about new plans that a customer gets in a day; further ones are told in the inbox alone. */
const maxMailsPerDay = 5;
/** Plans that ended, of one customer; older ones are deleted with their orders' list. The orders themselves stay in the history. */
const maxEnded = 200;
/** Deleted with each new plan: more than plans can end meanwhile, and few enough for a customer who has many from before. */
const maxDeleted = 20;

/** A plan that was just written down. */
export interface MadePlan {
  readonly customer: number;
  readonly time: number;
  readonly message: AccountMessage;
}

/** Tells the owner of a plan that will act later, as a thief may have made it, and deletes the oldest ended ones. */
export async function tellMade(
  inbox: Pick<Inbox, 'send'>,
  transaction: Transaction<Tables>,
  { customer, time, message }: MadePlan,
): Promise<void> {
  const recent = await transaction
    .selectFrom('order_schedules')
    .select('id')
    .where('customer', '=', customer)
    .where('created', '>', time - dayMs)
    .orderBy('id', 'desc')
    .limit(maxMailsPerDay + 1)
    .execute();
  await inbox.send(transaction, customer, { ...message, byMail: recent.length <= maxMailsPerDay });
  await transaction
    .deleteFrom('order_schedules')
    .where('id', 'in', (query) =>
      query
        .selectFrom('order_schedules')
        .select('id')
        .where('customer', '=', customer)
        .where('state', '=', 'ended')
        .orderBy('id', 'desc')
        .offset(maxEnded)
        .limit(maxDeleted),
    )
    .execute();
}

/** The last paragraph of a message about a new plan. */
export const unlessYours = {
  zh: '如果不是您本人的操作，请删除它，并立即重置登录密码。',
  en: "If it wasn't you, delete it and reset your password immediately.",
} as const;

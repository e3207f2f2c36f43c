import type { AccountMessage, Inbox } from '../../content/index.ts';
import type { AnyTransaction } from '../../database/rooms.ts';
import { own } from '../room.ts';

/** Pauses what acts for a customer later and outlives every session. Call it in the transaction of an act that secures the account. */
export type PausePlans = (handle: AnyTransaction, customer: number) => Promise<void>;

/** The reason of plans that were paused so; their owner lets them go on. */
export const securedReason = 'accountSecured';

/**
 * Recurring buys need no session to last, so a thief's would go on. A step under way ends first. TWAP orders stop with the session or key that began them;
 * open orders stay.
 */
export function createPausePlans(inbox: Pick<Inbox, 'send'>): PausePlans {
  return async (handle, customer) => {
    const transaction = own(handle);
    const paused = await transaction
      .updateTable('order_schedules')
      .set({ state: 'paused', reason: securedReason })
      .where('customer', '=', customer)
      .where('kind', '=', 'recurring')
      .where('state', '=', 'running')
      .returning('id')
      .execute();
    if (paused.length > 0) await inbox.send(transaction, customer, pausedMessage(paused.length));
  };
}

function pausedMessage(count: number): AccountMessage {
  return {
    byMail: true,
    path: '/pages/trade/recurring',
    title: { zh: '您的定投已暂停', en: 'Your recurring buys are paused' },
    paragraphs: {
      zh: [
        `您的账户刚刚重置了密码或进行了其他安全操作，${count} 个定投已暂停。`,
        '请登录后逐一核对：确认是您本人设置的，可一键恢复；不认识的请删除。未成交的委托不受影响，也请一并核对。',
      ],
      en: [
        `Your password was reset or your account was secured in another way, so we paused your recurring buys (${count}).`,
        'Log in and check that each is yours: resume them at once, or delete those that you don’t know. Open orders stay; check them as well.',
      ],
    },
  };
}

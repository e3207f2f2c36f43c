import { writeInstant, type SkipReason } from '@fft/contract';
import type { AccountMessage } from '../../content/index.ts';
import { unlessYours } from '../schedules/made-plans.ts';
import type { RecurringTerms } from './recurring-terms.ts';

const reasons: Readonly<Record<SkipReason, { readonly zh: string; readonly en: string }>> = {
  insufficientBalance: { zh: '余额不足。', en: 'Your balance was low.' },
  marketClosed: { zh: '交易对未开放，或没有足够的对手盘。', en: 'The market was closed, or had too little on offer.' },
  moved: { zh: '价格持续变动，超出保护范围。', en: 'The price kept moving beyond its protection.' },
  ownOrder: {
    zh: '您自己的挂单挡在盘口中，无法与自己成交。',
    en: 'Your own open order was in the way, and you can’t trade with yourself.',
  },
  amountTooSmall: { zh: '金额低于该交易对的最小值。', en: 'The amount is below the market’s minimum.' },
  missed: { zh: '到期时系统未能执行。', en: 'The exchange was away when it was due.' },
  mayNotTrade: { zh: '当前不具备交易资格。', en: 'You may not trade at present.' },
  accountLocked: { zh: '账户已锁定。', en: 'The account is locked.' },
  byCustomer: { zh: '您已暂停。', en: 'You paused it.' },
  accountSecured: {
    zh: '密码重置等安全操作后已暂停。',
    en: 'Your password was reset, or your account was secured in another way.',
  },
};

const path = '/pages/trade/recurring';

/** The message of a recurring buy that was set up. */
export function madeMessage({ from, to, amount, timeZone }: RecurringTerms, next: number): AccountMessage {
  const when = writeInstant(next);
  return {
    path,
    timeZone,
    title: { zh: `已创建定投：${to}`, en: `Recurring buy set up: ${to}` },
    paragraphs: {
      zh: [`将定期以 ${amount} ${from} 买入 ${to}，首次时间：${when}。`, unlessYours.zh],
      en: [`A recurring buy of ${to} for ${amount} ${from} was set up. The first one is at ${when}.`, unlessYours.en],
    },
  };
}

/** The message of a buy that was skipped. */
export function skippedMessage(
  { from, to, amount, timeZone }: RecurringTerms,
  { reason, next }: { readonly reason: SkipReason; readonly next: number },
): AccountMessage {
  const when = writeInstant(next);
  return {
    path,
    timeZone,
    title: { zh: `定投已跳过一次：${to}`, en: `Recurring buy skipped: ${to}` },
    paragraphs: {
      zh: [`以 ${amount} ${from} 买入 ${to} 的定投这次没有执行：${reasons[reason].zh}`, `下一次：${when}`],
      en: [
        `Your recurring buy of ${to} for ${amount} ${from} was skipped. ${reasons[reason].en}`,
        `The next one is at ${when}.`,
      ],
    },
  };
}

/** The message of a recurring buy that was paused. */
export function pausedMessage({ from, to, amount }: RecurringTerms, reason: SkipReason): AccountMessage {
  return {
    path,
    title: { zh: `定投已暂停：${to}`, en: `Recurring buy paused: ${to}` },
    paragraphs: {
      zh: [`以 ${amount} ${from} 买入 ${to} 的定投已暂停：${reasons[reason].zh}`, '您可以随时恢复。'],
      en: [
        `Your recurring buy of ${to} for ${amount} ${from} is paused. ${reasons[reason].en}`,
        'You can let it go on at any time.',
      ],
    },
  };
}

import type { TwapReason } from '@fft/contract';
import type { AccountMessage } from '../../content/index.ts';
import { averagePrice, formatQuantity, type MarketView } from '../../ledger/listings/market-view.ts';
import type { Filled } from '../schedules/children.ts';
import { unlessYours } from '../schedules/made-plans.ts';
import type { TwapTerms } from './twap-plan.ts';

const reasons: Readonly<Record<TwapReason, { readonly zh: string; readonly en: string }>> = {
  filled: { zh: '已全部成交。', en: 'All of it was filled.' },
  timeUp: { zh: '时间已到，剩余部分未成交。', en: 'Its time was up; the rest was not filled.' },
  restTooSmall: { zh: '剩余数量低于最小委托量，已结束。', en: 'What was left was too little for an order.' },
  tooLate: { zh: '延迟超过一天，已停止。', en: 'It was more than a day late, so we stopped it.' },
  byCustomer: { zh: '您已停止该委托。', en: 'You stopped it.' },
  insufficientBalance: { zh: '余额不足，已停止。', en: 'We stopped it because the balance was low.' },
  loggedOut: {
    zh: '下单设备已退出登录，已停止。',
    en: 'We stopped it because the device that began it was logged out.',
  },
  keyRevoked: { zh: '所用 API 密钥已失效，已停止。', en: 'We stopped it because its API key is no longer valid.' },
  accountLocked: { zh: '账户已锁定，已停止。', en: 'We stopped it because the account was locked.' },
  mayNotTrade: { zh: '当前不具备交易资格，已停止。', en: 'We stopped it because you may not trade at present.' },
};

/** The message of a TWAP order that began. */
export function twapMade(view: MarketView, { side, totalLots, orders }: TwapTerms): AccountMessage {
  const { symbol } = view.rules;
  const whole = `${formatQuantity(view, totalLots)} ${view.base.code}`;
  const isBuy = side === 'buy';
  return {
    path: '/pages/trade/twap',
    title: { zh: `已创建 TWAP 委托：${symbol}`, en: `TWAP order begun: ${symbol}` },
    paragraphs: {
      zh: [`将分 ${orders} 笔${isBuy ? '买入' : '卖出'} ${whole}。`, unlessYours.zh],
      en: [`It ${isBuy ? 'buys' : 'sells'} ${whole} in ${orders} orders.`, unlessYours.en],
    },
  };
}

/** The message at a TWAP order's end. */
export function twapEnded(
  view: MarketView,
  { side, totalLots }: TwapTerms,
  { reason, ...filled }: Filled & { readonly reason: TwapReason },
): AccountMessage {
  const { symbol } = view.rules;
  const [done, whole] = [formatQuantity(view, filled.filledLots), formatQuantity(view, totalLots)];
  const average = averagePrice(view, filled);
  const at = {
    zh: average === null ? '' : `，成交均价 ${average} ${view.quote.code}`,
    en: average === null ? '' : ` at an average price of ${average} ${view.quote.code}`,
  };
  const isBuy = side === 'buy';
  return {
    path: '/pages/trade/twap',
    title: { zh: `TWAP 委托已结束：${symbol}`, en: `TWAP order ended: ${symbol}` },
    paragraphs: {
      zh: [`${isBuy ? '买入' : '卖出'} ${done} / ${whole} ${view.base.code}${at.zh}。`, reasons[reason].zh],
      en: [`${isBuy ? 'Bought' : 'Sold'} ${done} of ${whole} ${view.base.code}${at.en}.`, reasons[reason].en],
    },
  };
}

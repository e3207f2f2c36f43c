import type { AccountMessage } from '../../content/index.ts';

/** Message to customers who trade or watch a market that was halted, or opens again. */
export function haltMessage(symbol: string, isHalted: boolean): AccountMessage {
  const path = `/pages/home/deal?symbol=${encodeURIComponent(symbol)}`;
  if (isHalted) {
    return {
      kind: 'halts',
      path,
      title: { zh: `${symbol} 已暂停交易`, en: `Trading in ${symbol} is halted` },
      paragraphs: {
        zh: ['暂停期间不能下单与撤单，您的委托保留在盘口中。恢复交易后我们会通知您。'],
        en: [
          'No orders are accepted or cancelled until it ends; yours stay in the book. We notify you when trading resumes.',
        ],
      },
    };
  }
  return {
    kind: 'halts',
    path,
    title: { zh: `${symbol} 已恢复交易`, en: `Trading in ${symbol} has resumed` },
    paragraphs: {
      zh: ['您可以重新下单、改单与撤单。'],
      en: ['You can place, amend and cancel orders again.'],
    },
  };
}

import type { PriceAlert } from '@fft/contract';
import type { AccountMessage } from '../../content/index.ts';

/** Message to a customer whose price alert fired. */
export function alertMessage({ symbol, price, direction, fired }: PriceAlert): AccountMessage {
  const isUp = direction === 'up';
  const reached = fired ?? { price, time: 0 };
  const utc = `${new Date(reached.time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return {
    kind: 'alerts',
    path: `/pages/home/deal?symbol=${encodeURIComponent(symbol)}`,
    title: {
      zh: `价格提醒：${symbol} ${isUp ? '涨到' : '跌到'} ${price}`,
      en: `Price alert: ${symbol} ${isUp ? 'rose' : 'fell'} to ${price}`,
    },
    paragraphs: {
      zh: [`${symbol} 于 ${utc} 以 ${reached.price} 成交。`, `您设置的价格是 ${price}。每个提醒只触发一次。`],
      en: [`${symbol} traded at ${reached.price} at ${utc}.`, `Your alert was set at ${price}. An alert fires once.`],
    },
  };
}

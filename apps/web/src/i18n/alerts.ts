import { defineTexts } from './texts.ts';

export const alertTexts = defineTexts({
  zh: {
    bell: '价格提醒',
    price: (coin: string): string => `提醒价格 (${coin})`,
    hint: (last: string): string => `最新价 ${last}，到价后提醒一次。`,
    create: '添加提醒',
    created: '提醒已添加',
    waiting: '等待中',
    fired: (moment: string): string => `已于 ${moment} 触发`,
    up: '涨到',
    down: '跌到',
    remove: (symbol: string, price: string): string => `删除 ${symbol} ${price} 的提醒`,
    none: '还没有提醒',
    noneText: '价格到达设定值时，您在任何页面都会收到提醒。',
    reached: (symbol: string, price: string): string => `${symbol} 已到达 ${price}`,
  },
  en: {
    bell: 'Price alerts',
    price: (coin: string): string => `Alert price (${coin})`,
    hint: (last: string): string => `Last price ${last}. You get one alert when it reaches your price.`,
    create: 'Add alert',
    created: 'Alert added',
    waiting: 'Waiting',
    fired: (moment: string): string => `Reached on ${moment}`,
    up: 'Rises to',
    down: 'Falls to',
    remove: (symbol: string, price: string): string => `Delete the alert for ${symbol} at ${price}`,
    none: 'No alerts yet',
    noneText: 'We alert you on any page when a price reaches your target.',
    reached: (symbol: string, price: string): string => `${symbol} has reached ${price}`,
  },
});

import { defineTexts } from '../../i18n/texts.ts';

export const marketStateTexts = defineTexts({
  zh: {
    titles: { cancelOnly: '目前只能撤单', halted: '交易已暂停', auction: '集合竞价中' },
    byOperator: {
      cancelOnly: '交易所暂停了该交易对的新委托，恢复后会自动更新。',
      halted: '交易所暂停了该交易对，暂时只能撤单，恢复后会自动更新。',
      auction: '目前收集限价委托，开盘时按同一价格成交。',
    },
    volatileHalt: (time: string): string => `价格在一分钟内波动过大，已触发熔断。${time} 进入集合竞价，之后恢复交易。`,
    volatileAuction: (time: string): string => `熔断后先集合竞价：收集限价委托，${time} 按同一价格成交并恢复交易。`,
  },
  en: {
    titles: { cancelOnly: 'Cancel-only', halted: 'Trading is halted', auction: 'In auction' },
    byOperator: {
      cancelOnly: 'The exchange takes no new orders in this market for now. This page updates when it reopens.',
      halted:
        'The exchange halted this market: orders can be cancelled but not placed. This page updates when it reopens.',
      auction: 'Limit orders are collected and trade at one price when the market opens.',
    },
    volatileHalt: (time: string): string =>
      `The 1-min circuit breaker halted this market after a large price move. An auction begins at ${time}, then trading resumes.`,
    volatileAuction: (time: string): string =>
      `After the circuit breaker, limit orders are collected. They trade at one price at ${time}, when trading resumes.`,
  },
});

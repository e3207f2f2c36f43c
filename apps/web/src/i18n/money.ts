import { defineTexts } from './texts.ts';

/** Texts that all forms for moving money share. */
export const moneyTexts = defineTexts({
  zh: {
    all: '全部',
    searchCoin: '搜索币种',
    noCoin: '没有找到该币种',
    unsupported: (coin: string) => `${coin} 暂不支持链上提现，请选择其他币种`,
    chooseCoin: '选择币种',
    coin: '币种',
    amount: '数量',
    network: '网络',
    coinAccount: '币币账户',
    fiatAccount: '法币账户',
    positive: '请输入大于零的数量',
    unclear: '若逗号是千位分隔符，请去掉；若是小数点，请在末尾补 0',
    tooMuch: '余额不足',
    wait: {
      hours: (count: number) => `${count} 小时`,
      minutes: (count: number) => `${count} 分钟`,
      seconds: (count: number) => `${count} 秒`,
    },
    demoWait: '演示环境缩短了等待时间，正式环境为 24 小时。',
    unknownOutcome: '暂时无法确认是否成功，可放心重试，不会重复执行。',
  },
  en: {
    all: 'All',
    searchCoin: 'Search coins',
    noCoin: 'No matching coin',
    unsupported: (coin: string) => `${coin} can’t be withdrawn on-chain yet. Choose another coin`,
    chooseCoin: 'Choose a coin',
    coin: 'Coin',
    amount: 'Amount',
    network: 'Network',
    coinAccount: 'Coin account',
    fiatAccount: 'Fiat account',
    positive: 'Enter an amount above zero',
    unclear: 'If the comma separates thousands, remove it; if it is a decimal point, add a 0 at the end',
    tooMuch: 'Balance low',
    wait: {
      hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
      minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
      seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
    },
    demoWait: 'The demo shortens this wait. On a live exchange it is 24 hours.',
    unknownOutcome: 'We don’t know yet whether this succeeded. Try again: it won’t be done twice.',
  },
});

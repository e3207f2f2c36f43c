import { defineTexts } from './texts.ts';

/** Texts that all forms for moving money share. */
export const moneyTexts = defineTexts({
  zh: {
    all: '全部',
    searchCoin: '搜索币种',
    noCoin: '没有找到该币种',
    chooseCoin: '选择币种',
    coin: '币种',
    amount: '数量',
    network: '网络',
    coinAccount: '币币账户',
    fiatAccount: '法币账户',
    positive: '请输入大于零的数量',
    unclear: '表示千位请去掉逗号；表示小数请在末尾补 0',
    tooMuch: '余额不足',
    unknownOutcome: '暂时无法确认是否成功，请重试，不会重复执行。',
  },
  en: {
    all: 'All',
    searchCoin: 'Search coin',
    noCoin: 'No matching coin',
    chooseCoin: 'Choose a coin',
    coin: 'Coin',
    amount: 'Amount',
    network: 'Network',
    coinAccount: 'Coin account',
    fiatAccount: 'Fiat account',
    positive: 'Enter an amount above zero',
    unclear: 'Remove the comma for thousands, or add a 0 at the end for decimals',
    tooMuch: 'Balance low',
    unknownOutcome: 'We don’t know yet whether this succeeded. Try again: it won’t be done twice.',
  },
});

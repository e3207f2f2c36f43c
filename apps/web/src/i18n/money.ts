import { defineTexts } from './texts.ts';

/** Moving money, wherever that is done. */
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
    unknownOutcome: '暂时不知道是否成功。请重试：同一笔不会执行两次。',
  },
  en: {
    all: 'All',
    searchCoin: 'Search coin',
    noCoin: 'No such coin',
    chooseCoin: 'Choose a coin',
    coin: 'Coin',
    amount: 'Amount',
    network: 'Network',
    coinAccount: 'Coin account',
    fiatAccount: 'Fiat account',
    positive: 'Enter an amount above zero',
    unclear: 'For thousands leave the comma out; for decimals add a 0 at the end',
    tooMuch: 'Balance low',
    unknownOutcome: 'It isn’t known yet whether this was done. Try again: it is never done twice.',
  },
});

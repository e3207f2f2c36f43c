import { defineTexts } from '../../../i18n/texts.ts';

const zh = {
  table: '各币种资产',
  coin: '币种',
  total: '总额',
  usable: '可用',
  frozen: '冻结',
  value: '估值 (USDT)',
  share: '账户占比',
  action: '操作',
  deposit: '充值',
  withdraw: '提现',
  transfer: '划转',
  /** The name of a link in a coin's row. */
  wayOf: (way: string, coin: string): string => `${way} ${coin}`,
  recent: '最近变动',
  allMoves: '全部流水',
  noMoves: '还没有资金变动',
};

export const assetsTableTexts = defineTexts<typeof zh>({
  zh,
  en: {
    table: 'Coins',
    coin: 'Coin',
    total: 'Total',
    usable: 'Available',
    frozen: 'On hold',
    value: 'Value (USDT)',
    share: 'Share of account',
    action: 'Action',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    transfer: 'Transfer',
    wayOf: (way, coin) => `${way} ${coin}`,
    recent: 'Recent changes',
    allMoves: 'All records',
    noMoves: 'No changes yet',
  },
});

import { defineTexts } from '../../../i18n/texts.ts';

const zh = {
  table: '资金流水',
  accounts: '账户',
  coin: '币币账户',
  fiat: '法币账户',
  time: '时间',
  what: '类型',
  change: '变动',
  other: '对应变动',
  fee: '手续费',
  balance: '余额',
  state: '状态',
  details: '查看详情',
};

export const statementTableTexts = defineTexts<typeof zh>({
  zh,
  en: {
    table: 'Statement',
    accounts: 'Accounts',
    coin: 'Coin account',
    fiat: 'Fiat account',
    time: 'Time',
    what: 'Type',
    change: 'Change',
    other: 'In exchange',
    fee: 'Fee',
    balance: 'Balance',
    state: 'State',
    details: 'Show details',
  },
});

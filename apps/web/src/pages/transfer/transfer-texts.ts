import { defineTexts } from '../../i18n/texts.ts';

export const transferTexts = defineTexts({
  zh: {
    title: '划转',
    from: '从',
    to: '到',
    swap: '对换方向',
    usable: '可用',
    free: '1:1 实时到账，无手续费。',
    submit: (amount: string) => (amount === '' ? '确认划转' : `划转 ${amount}`),
    doneTitle: '划转成功',
    done: (amount: string, to: 'coin' | 'fiat') => `${amount} 已转入${to === 'coin' ? '币币账户' : '法币账户'}`,
    ok: '完成',
    statement: '查看流水',
  },
  en: {
    title: 'Transfer',
    from: 'From',
    to: 'To',
    swap: 'Swap direction',
    usable: 'Available',
    free: '1:1, instant, no fee.',
    submit: (amount: string) => (amount === '' ? 'Transfer' : `Transfer ${amount}`),
    doneTitle: 'Transferred',
    done: (amount: string, to: 'coin' | 'fiat') => `${amount} moved to your ${to} account`,
    ok: 'Done',
    statement: 'Statement',
  },
});

import { defineTexts } from '../../i18n/texts.ts';

/** The checklist for newcomers on the home page. */
export const firstStepsTexts = defineTexts({
  zh: {
    title: '新手任务',
    done: (count: number, of: number): string => `已完成 ${count}/${of}`,
    close: '关闭新手任务',
    isDone: '已完成',
    secured: { title: '保护账户', text: '开启身份验证器或通行密钥' },
    demoFunded: { title: '领取体验币', text: '演示账户每天最多可领取 100,000 USDT' },
    funded: { title: '充值', text: '从钱包或其他平台转入数字资产' },
    traded: { title: '提交第一笔委托', text: '选择交易对，买入或卖出' },
  },
  en: {
    title: 'First steps',
    done: (count: number, of: number): string => `${count} of ${of} done`,
    close: 'Close first steps',
    isDone: 'Done',
    secured: { title: 'Secure your account', text: 'Set up an authenticator app or a passkey' },
    demoFunded: { title: 'Get demo coins', text: 'Up to 100,000 USDT a day for your demo account' },
    funded: { title: 'Make a deposit', text: 'From your wallet or another exchange' },
    traded: { title: 'Place your first order', text: 'Pick a market and buy or sell' },
  },
});

import { defineTexts } from '../../i18n/texts.ts';

/** The message while withdrawals over a network are paused. It is separate because other pages load the other withdrawal texts too. */
export const withdrawPauseTexts = defineTexts({
  zh: {
    title: (network: string): string => `${network} 暂停提现`,
    text: '资产不受影响。请选择其他网络，或稍后再试。',
  },
  en: {
    title: (network: string): string => `Withdrawals over ${network} are paused`,
    text: 'Your balance is unaffected. Choose another network, or try again later.',
  },
});

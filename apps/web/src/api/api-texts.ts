import { defineTexts } from '../i18n/texts.ts';

/** Messages of the client rules that need no modal. Every visit loads them. */
export const apiTexts = defineTexts({
  zh: {
    until: (message: string, end: string) => `${message}（至 ${end}）`,
    network: '连接超时，请检查网络',
  },
  en: {
    until: (message: string, end: string) => `${message} (until ${end})`,
    network: 'Connection timed out, please check your network',
  },
});

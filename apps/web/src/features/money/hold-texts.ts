import { defineTexts } from '../../i18n/texts.ts';

export const holdTexts = defineTexts({
  zh: { hold: '安全设置有变更，提现暂停至' },
  en: { hold: 'A password or verification method changed. Withdrawals are on hold until' },
});

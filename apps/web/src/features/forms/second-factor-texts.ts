import { defineTexts } from '../../i18n/texts.ts';

/** Texts for the code of an authenticator app, in every form that needs one. */
export const secondFactorTexts = defineTexts({
  zh: { label: '动态码', hint: '身份验证器上的 6 位数字，或一个恢复码。' },
  en: { label: 'Authenticator code', hint: 'The 6 digits from your authenticator app, or a recovery code.' },
});

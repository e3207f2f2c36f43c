import { defineTexts } from './texts.ts';

/** The code of an authenticator app, wherever it is asked for. */
export const secondFactorTexts = defineTexts({
  zh: { label: '动态验证码', hint: '身份验证器上的 6 位数字，或一个恢复码。' },
  en: { label: 'Authenticator code', hint: 'The 6 digits of your authenticator app, or a recovery code.' },
});

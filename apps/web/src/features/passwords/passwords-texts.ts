import { defineTexts } from '../../i18n/texts.ts';

/** Texts for choosing a password, in every form with a new password. */
export const passwordTexts = defineTexts({
  zh: {
    newPassword: '设置密码',
    confirmPassword: '确认密码',
    strength: ['太弱', '较弱', '中等', '较强', '很强'],
    strengthLabel: '密码强度',
    passwordHint: '至少 8 位，越长越安全。',
  },
  en: {
    newPassword: 'New password',
    confirmPassword: 'Repeat password',
    strength: ['Too weak', 'Weak', 'Fair', 'Good', 'Strong'],
    strengthLabel: 'Password strength',
    passwordHint: 'At least 8 characters. Longer is safer.',
  },
});

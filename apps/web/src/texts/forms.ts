import type { FieldError } from '@fft/contract';
import { defineTexts } from './texts.ts';

/** What is wrong with a field, found before anything is sent. The server says the same of what it finds. */
export const formTexts = defineTexts<Readonly<Record<FieldError, string>>>({
  zh: {
    blank: '不能为空',
    email: '请输入正确的邮箱地址',
    code: '请输入 6 位数字验证码',
    amount: '请输入正确的数字',
    passwordTooShort: '密码至少 8 位',
    passwordTooLong: '密码最多 256 位',
    passwordTooCommon: '这个密码太常见，请换一个',
    passwordMismatch: '两次输入的密码不一致',
    choice: '请选择一项',
    id: '格式不正确',
    clientId: '格式不正确',
    number: '请输入整数',
    tooLong: '内容过长',
  },
  en: {
    blank: 'This cannot be blank',
    email: 'Enter a valid e-mail address',
    code: 'Enter the 6 digits of the code',
    amount: 'Enter a valid number',
    passwordTooShort: 'Use at least 8 characters',
    passwordTooLong: 'Use at most 256 characters',
    passwordTooCommon: 'This password is too common. Choose another',
    passwordMismatch: 'The two passwords do not match',
    choice: 'Choose one of these',
    id: 'This has the wrong form',
    clientId: 'This has the wrong form',
    number: 'Enter a whole number',
    tooLong: 'This is too long',
  },
});

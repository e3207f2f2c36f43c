import { defineTexts } from './texts.ts';

export const loginTexts = defineTexts({
  zh: {
    title: '登录运营后台',
    name: '操作员名称',
    password: '密码',
    code: '身份验证器动态码',
    next: '继续',
    logIn: '登录',
    back: '返回',
    ended: '会话已结束，请重新登录',
    mismatch: '两次输入的密码不一致',
    needed: '请填写',
    network: '网络异常，请稍后重试',
    codeText: '输入身份验证器显示的 6 位动态码。',
  },
  en: {
    title: 'Log in to the console',
    name: 'Operator name',
    password: 'Password',
    code: 'Authenticator code',
    next: 'Continue',
    logIn: 'Log in',
    back: 'Back',
    ended: 'Your session has ended. Log in again',
    mismatch: 'The passwords differ',
    needed: 'Required',
    network: 'The server can’t be reached. Try again later',
    codeText: 'Enter the 6-digit code from your authenticator app.',
  },
});

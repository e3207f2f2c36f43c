import { defineTexts } from './texts.ts';

export const enrolTexts = defineTexts({
  zh: {
    title: '设置您的登录',
    welcome: (name: string, role: string, until: string) =>
      `您好，${name}（${role}）。请设置密码和身份验证器，链接有效期至 ${until}。`,
    passwordStep: '1. 设置密码',
    password: '密码',
    passwordHint: '至少 8 个字符',
    confirm: '再次输入密码',
    appStep: '2. 设置身份验证器',
    appText: '用身份验证器扫描二维码，或手动输入密钥，然后填写身份验证器显示的 6 位动态码。',
    qr: '身份验证器二维码',
    secret: '密钥',
    finish: '完成设置',
    done: '设置完成',
    doneText: (name: string) => `请使用名称 ${name}、密码和身份验证器的下一个动态码登录。`,
    toLogIn: '前往登录',
    noToken: '请从邮件中打开完整的链接',
  },
  en: {
    title: 'Set up your log-in',
    welcome: (name: string, role: string, until: string) =>
      `Welcome, ${name} (${role}). Choose a password and set up an authenticator app. This link expires at ${until}.`,
    passwordStep: '1. Choose a password',
    password: 'Password',
    passwordHint: 'At least 8 characters',
    confirm: 'Repeat the password',
    appStep: '2. Set up the authenticator app',
    appText:
      'Scan the code with an authenticator app or type in the key. Then enter the 6-digit code that the app shows.',
    qr: 'QR code for the authenticator app',
    secret: 'Key',
    finish: 'Finish',
    done: 'Your log-in is set up',
    doneText: (name: string) => `Log in as ${name} with your password and the app’s next code.`,
    toLogIn: 'Go to log-in',
    noToken: 'Open the full link from your e-mail',
  },
});

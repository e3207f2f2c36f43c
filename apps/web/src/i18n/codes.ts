import { defineTexts } from './texts.ts';

/** Sending a verification code, in every form that needs one. */
export const codeTexts = defineTexts({
  zh: {
    sendCode: '发送验证码',
    resendIn: (seconds: number) => `${seconds} 秒后重新发送`,
    goesTo: (address: string): string => `验证码将发送至 ${address}`,
    sentTo: (address: string): string => `验证码已发送至 ${address}`,
    mailSent: '验证码已发送，请查收邮件',
    smsSent: '验证码已发送，请查收短信',
    demoMail: '演示环境：验证码会出现在',
    demoMailLink: '演示邮箱',
  },
  en: {
    sendCode: 'Send code',
    resendIn: (seconds: number) => `Resend in ${seconds} s`,
    goesTo: (address: string): string => `We’ll send the code to ${address}`,
    sentTo: (address: string): string => `Code sent to ${address}`,
    mailSent: 'Code sent. Check your e-mail',
    smsSent: 'Code sent. Check your messages',
    demoMail: 'Demo: the code arrives in the',
    demoMailLink: 'demo mailbox',
  },
});

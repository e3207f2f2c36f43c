import type { Lang } from '@fft/contract';
import { layOut } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Notifies the mailbox of a password reset for an address without an account. The reset page doesn't show it. */
export function noAccountMail(lang: Lang): Mail {
  if (lang === 'zh') {
    return layOut(lang, {
      subject: '此邮箱没有 {brand} 账户',
      heading: '此邮箱没有 {brand} 账户',
      lead: [
        '有人用此邮箱申请重置密码，但该邮箱没有账户，因此没有发送验证码。',
        '如果是您本人，请尝试其他邮箱或注册。',
      ],
      rest: ['如果不是您本人的操作，请忽略此邮件。'],
    });
  }
  return layOut(lang, {
    subject: 'This address has no account at {brand}',
    heading: 'This address has no account at {brand}',
    lead: [
      'A password reset was requested for this address. It has no account, so no code was sent.',
      'If it was you, please try another address, or register.',
    ],
    rest: ["If it wasn't you, you can ignore this e-mail."],
  });
}

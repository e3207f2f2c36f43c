import type { Lang } from '@fft/contract';
import { layOut } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Notifies an account's owner that someone tried to register their address. The registration page doesn't show it. */
export function alreadyRegisteredMail(lang: Lang, antiPhishing: string | null = null): Mail {
  if (lang === 'zh') {
    return layOut(lang, {
      subject: '您已有 {brand} 账户',
      heading: '您已有 {brand} 账户',
      lead: ['有人用此邮箱申请注册，但该邮箱已有账户，因此没有发送验证码。', '如果是您本人，请直接登录。'],
      rest: ['如果不是您本人的操作，请忽略此邮件，您的账户没有任何变化。'],
      antiPhishing,
    });
  }
  return layOut(lang, {
    subject: 'You already have an account at {brand}',
    heading: 'You already have an account at {brand}',
    lead: [
      'A registration was requested for this address. It already has an account, so no code was sent.',
      'If it was you, please log in instead.',
    ],
    rest: ["If it wasn't you, you can ignore this e-mail: nothing about your account has changed."],
    antiPhishing,
  });
}

import { writeInstant } from '@fft/contract';
import { layOut } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

const headings = {
  passkeyAdded: ['A passkey was added to your log-in', '您的登录已添加通行密钥'],
  passkeyRemoved: ['A passkey was removed from your log-in', '您的登录已移除通行密钥'],
} as const;

export interface PasskeyMail {
  readonly name: string;
  readonly what: keyof typeof headings;
  readonly time: number;
}

/** The mail to an operator whose passkeys changed, in both languages. */
export function passkeyMail({ name, what, time }: PasskeyMail): Mail {
  const utc = writeInstant(time);
  const [en, zh] = headings[what];
  return layOut('en', {
    subject: `{brand} console: ${en} / {brand} 运营后台：${zh}`,
    heading: `${en} · ${zh}`,
    lead: [`Operator ${name}, ${utc}.`, `操作员 ${name}，${utc}。`],
    rest: [
      'If this wasn’t you, ask an administrator to disable your account immediately. 如非本人操作，请立即联系管理员停用您的账户。',
    ],
    antiPhishing: null,
  });
}

import { writeInstant } from '@fft/contract';
import { layOut } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

export interface LinkMail {
  readonly name: string;
  /** The link, with its token. */
  readonly url: string;
  readonly until: number;
}

/** Builds a one-time link. The token is in the fragment, which browsers don't send to servers. */
export function linkUrl(consoleUrl: string, token: string): string {
  return `${consoleUrl}/#/enrol/${token}`;
}

/** The mail with a one-time link, in both languages, as the operator's language is unknown. */
export function linkMail({ name, url, until }: LinkMail): Mail {
  const utc = writeInstant(until);
  return layOut('en', {
    subject: '{brand} console: set up your log-in / {brand} 运营后台：设置您的登录',
    heading: 'Set up your log-in · 设置您的登录',
    lead: [
      `You are the operator ${name} of the {brand} console. Choose a password and set up your authenticator app here:`,
      `您是 {brand} 运营后台的操作员 ${name}。请打开以下链接，设置您的密码和身份验证器：`,
    ],
    link: { url, label: 'Set up · 开始设置' },
    rest: [
      `The link works once and expires at ${utc}. Don’t share it, not even with administrators.`,
      `链接仅可使用一次，有效期至 ${utc}。请勿转发给任何人，包括管理员。`,
      'If you are not an operator, ignore this mail. 如果您并非操作员，请忽略此邮件。',
    ],
    antiPhishing: null,
  });
}

import { writeInstant, type Lang } from '@fft/contract';
import type { AccountMessage } from '../../content/index.ts';

/** A change of an account's security that its owner must be notified of. */
export const notices = [
  'password',
  'payPassword',
  'email',
  'phone',
  'totpSet',
  'totpRemoved',
  'recoveryRenewed',
  'passkeyAdded',
  'passkeyRemoved',
  'frozen',
  'secondFactorLocked',
  'payPasswordHeld',
] as const;
export type Notice = (typeof notices)[number];

const headings: Readonly<Record<Notice, Readonly<Record<Lang, string>>>> = {
  password: { zh: '登录密码已修改', en: 'Your log-in password was changed' },
  payPassword: { zh: '交易密码已设置', en: 'Your transaction password was set' },
  email: { zh: '绑定邮箱已更换', en: 'Your e-mail address was replaced' },
  phone: { zh: '绑定手机已更换', en: 'Your phone number was changed' },
  totpSet: { zh: '身份验证器已开启', en: 'An authenticator app was set up' },
  totpRemoved: { zh: '身份验证器已关闭', en: 'The authenticator app was removed' },
  recoveryRenewed: { zh: '恢复码已更新', en: 'Your recovery codes were renewed' },
  passkeyAdded: { zh: '已添加通行密钥', en: 'A passkey was added' },
  passkeyRemoved: { zh: '通行密钥已删除', en: 'A passkey was removed' },
  secondFactorLocked: {
    zh: '有人多次输入错误的动态码，已暂时锁定',
    en: 'Your authenticator app is locked for a while after too many wrong codes',
  },
  payPasswordHeld: {
    zh: '交易密码多次输入错误，已暂停使用',
    en: 'Your transaction password is locked for a while after too many wrong attempts',
  },
  frozen: { zh: '账户已冻结', en: 'Your account was frozen' },
};

/** The notice for the inbox, as a mail and as an SMS. */
export function noticeMessage(notice: Notice, time: number): AccountMessage {
  const paragraphs = { zh: paragraphsOf('zh', time), en: paragraphsOf('en', time) };
  return { kind: 'security', byMail: true, bySms: headings[notice], title: headings[notice], paragraphs };
}

function paragraphsOf(lang: Lang, time: number): readonly string[] {
  const utc = writeInstant(time);
  return lang === 'zh'
    ? [`时间：${utc}`, '如果这不是您本人的操作，请立即重置登录密码，冻结账户，并联系客服。']
    : [`Time: ${utc}`, "If it wasn't you, reset your password immediately, freeze your account and contact support."];
}

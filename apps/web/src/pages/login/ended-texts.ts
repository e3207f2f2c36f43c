import type { SessionEnd } from '@fft/contract';
import { defineTexts } from '../../i18n/texts.ts';

/** Why a session ended. */
export const endedTexts = defineTexts<Readonly<Record<SessionEnd, string>>>({
  zh: {
    expired: '登录已过期，请重新登录。',
    revoked: '您已在另一台设备上退出了此设备的登录。若非本人操作，请重置密码。',
    replaced: '您登录的设备过多，此设备因最久未使用而退出登录。',
    password: '登录密码已更改，请用新密码登录。若非本人操作，请重置密码。',
    email: '账户邮箱已更改，请用新邮箱登录。若非本人操作，请联系客服。',
    frozen: '您已冻结账户。如需解冻，请联系客服。',
    locked: '账户已被锁定，登录随之失效。如无法登录，请联系客服。',
    support: '客服已让您的所有设备退出登录，请重新登录。',
  },
  en: {
    expired: 'Your session has expired. Log in again.',
    revoked: 'You logged this device out from another one. If it wasn’t you, reset your password.',
    replaced: 'You logged in on too many devices. This one was used longest ago, so it was logged out.',
    password: 'The password was changed. Log in with the new one. If it wasn’t you, reset it.',
    email: 'The e-mail address was changed. Log in with the new one. If it wasn’t you, contact support.',
    frozen: 'You froze this account. Contact support to unfreeze it.',
    locked: 'The account was locked, which ended your session. If you can’t log in, contact support.',
    support: 'Support logged out all your devices. Log in again.',
  },
});

import { defineTexts } from '../i18n/texts.ts';

/** The modals of the client rules, in the specification's words, loaded with them. */
export const reactionTexts = defineTexts({
  zh: {
    hint: '提示',
    ok: '确定',
    cancel: '取消',
    accountLocked: '账户已锁定',
    accountLockedText: '账户已被冻结，或登录失败次数过多。请稍后再试或联系客服。',
    identityTitle: '请先完成身份认证',
    identityText: '完成身份认证后即可继续，大约需要 3 分钟。',
    identityGo: '去认证',
    emailTitle: '请先绑定邮箱',
    emailText: '绑定邮箱后即可继续，验证码会发送到您的邮箱。',
    emailGo: '去绑定',
    payTitle: '请先设置交易密码',
    payText: '提现与管理地址时需要 6 位数字的交易密码。',
    payGo: '去设置',
    lockedByAttempts: (minutes: number, until: string) =>
      `登录失败次数过多，请 ${minutes} 分钟后（${until}）再试，或立即重置登录密码。`,
    lockedBy: {
      self: (at: string) => `您于 ${at} 冻结了账户。如需解冻，请联系客服。`,
      operator: (at: string) => `您的账户已于 ${at} 被锁定，请联系客服。`,
    },
  },
  en: {
    hint: 'Hint',
    ok: 'OK',
    cancel: 'Cancel',
    accountLocked: 'Account Locked',
    accountLockedText:
      'Your account was frozen, or there were too many failed log-ins. Try again later, or contact support.',
    identityTitle: 'Please ID Authentication',
    identityText: 'Verify your identity to continue. It takes about 3 minutes.',
    identityGo: 'Verify',
    emailTitle: 'Please Bind Email',
    emailText: 'Bind an e-mail address to continue. We’ll send it a code.',
    emailGo: 'Bind',
    payTitle: 'Set a transaction password',
    payText: 'You need a 6-digit transaction password to withdraw and to save addresses.',
    payGo: 'Set password',
    lockedByAttempts: (minutes: number, until: string) =>
      `There were too many failed log-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} (at ${until}), or reset your password now.`,
    lockedBy: {
      self: (at: string) => `You froze your account on ${at}. Contact support to unfreeze it.`,
      operator: (at: string) => `Your account was locked on ${at}. Contact support.`,
    },
  },
});

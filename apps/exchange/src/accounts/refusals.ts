import { refusalsOf } from '../refusals/refuse.ts';

/** Refusals about accounts: sign-in, factors, codes, keys and preferences. */
export const { refusals, refuse } = refusalsOf({
  lockChanged: {
    kind: 'conflict',
    zh: '提交后该账户的锁定已变更，请拒绝后重新提交',
    en: 'The account’s lock has changed since this was proposed. Refuse it and propose it again',
  },
  lockOfOthers: {
    kind: 'forbidden',
    zh: '此类锁定由合规部门设置与解除',
    en: 'Locks of this kind are set and lifted by compliance',
  },
  accountLocked: {
    kind: 'accountLocked',
    zh: '登录失败次数过多，账户已锁定，请 {wait}后再试',
    en: 'Too many failed log-ins: the account is locked. Try again in {wait}',
  },
  emailTaken: {
    kind: 'conflict',
    zh: '该邮箱已有账户，请直接登录',
    en: 'This address already has an account. Log in instead',
  },
  mailNotSent: {
    kind: 'unavailable',
    zh: '邮件暂时无法发送，请稍后再试',
    en: 'The e-mail could not be sent. Try again soon',
  },
  mailRefused: {
    kind: 'badRequest',
    zh: '您绑定的邮箱拒收邮件，请联系客服更换',
    en: 'Your address is refused by its mail server. Ask support to replace it',
  },
  wrongPassword: { kind: 'wrongCredentials', zh: '密码错误', en: 'Wrong password' },
  wrongPayPassword: {
    kind: 'wrongPayPassword',
    zh: '交易密码错误，还可尝试 {left} 次',
    en: 'Wrong transaction password. {left} tries left',
  },
  payPasswordHeld: {
    kind: 'wrongPayPassword',
    zh: '交易密码错误次数过多，请 {wait}后再试，或凭邮箱验证码重设',
    en: 'Too many wrong transaction passwords. Try again in {wait}, or reset it with a code by e-mail',
  },
  payPasswordNotSet: { kind: 'payPasswordNotSet', zh: '请先设置交易密码', en: 'Set a transaction password first' },
  secondFactorLocked: {
    kind: 'tooManyRequests',
    zh: '动态码错误次数过多，请 {wait}后再试，或使用恢复码',
    en: 'Too many wrong codes. Try again in {wait}, or use a recovery code',
  },
  totpSetAlready: {
    kind: 'conflict',
    zh: '已开启身份验证器，请先关闭',
    en: 'An authenticator app is already set up. Remove it first',
  },
  totpNotBegun: { kind: 'conflict', zh: '请先开始设置身份验证器', en: 'Start setting up the authenticator app first' },
  totpNotSet: { kind: 'conflict', zh: '尚未开启身份验证器', en: 'No authenticator app is set up' },
  smsNotSent: {
    kind: 'unavailable',
    zh: '短信暂时无法发送，请稍后再试',
    en: 'The SMS could not be sent. Try again soon',
  },
  smsNotOffered: { kind: 'unavailable', zh: '暂不支持绑定手机', en: 'Phone numbers can’t be bound here' },
  passkeyKnown: { kind: 'conflict', zh: '该通行密钥已添加', en: 'This passkey was added already' },
  tooManyApiKeys: {
    kind: 'conflict',
    zh: 'API 密钥最多 {max} 个，请先删除不用的',
    en: 'You have {max} API keys; revoke one first',
  },
  unknownSession: { kind: 'notFound', zh: '该登录不存在或已退出', en: 'No such session' },
  unknownLayout: { kind: 'notFound', zh: '布局不存在', en: 'No such layout' },
  tooManyLayouts: {
    kind: 'conflict',
    zh: '最多可保存 {max} 个布局，请先删除不用的',
    en: 'You have {max} layouts. Delete one first',
  },
});

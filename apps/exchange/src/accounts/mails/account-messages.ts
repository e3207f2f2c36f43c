import type { AccountMessage } from '../../content/index.ts';

/** To who has just registered. */
export const welcome: AccountMessage = {
  title: { zh: '欢迎来到 FFT', en: 'Welcome to FFT' },
  paragraphs: {
    zh: [
      '您的账户已开通。',
      '建议先设置交易密码与身份验证器，再完成身份认证：提现需要它们。请勿把密码与验证码告诉任何人。',
    ],
    en: [
      'Your account is open.',
      'Set a transaction password and an authenticator app first, then verify your identity: withdrawals need them. Never share a password or a code.',
    ],
  },
};

interface LogIn {
  readonly ip: string;
  readonly userAgent: string;
  readonly time: number;
}

const utcOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const nameOf = (userAgent: string): string => (userAgent === '' ? '--' : userAgent);

/** To an owner: a passkey opened the account on a device that it knows. */
export function passkeyUsed({ ip, userAgent, time }: LogIn): AccountMessage {
  const [utc, device] = [utcOf(time), nameOf(userAgent)];
  return {
    byMail: true,
    title: { zh: '通行密钥登录', en: 'Log-in by passkey' },
    paragraphs: {
      zh: [
        `您的账户于 ${utc} 通过通行密钥登录。`,
        `IP：${ip}`,
        `设备：${device}`,
        '如果不是您本人，请立即删除该通行密钥并冻结账户。',
      ],
      en: [
        `A passkey was used to log in to your account at ${utc}.`,
        `IP: ${ip}`,
        `Device: ${device}`,
        "If it wasn't you, remove the passkey and lock your account at once.",
      ],
    },
  };
}

/** To an owner: the account was opened on a device that it doesn't know. */
export function newDevice({ ip, userAgent, time }: LogIn): AccountMessage {
  const [utc, device] = [utcOf(time), nameOf(userAgent)];
  return {
    byMail: true,
    title: { zh: '新设备登录', en: 'Log-in from a new device' },
    paragraphs: {
      zh: [
        `您的账户于 ${utc} 在新设备登录。`,
        `IP：${ip}`,
        `设备：${device}`,
        '如果不是您本人，请立即修改登录密码并冻结账户。',
      ],
      en: [
        `Your account was opened from a new device at ${utc}.`,
        `IP: ${ip}`,
        `Device: ${device}`,
        "If it wasn't you, change your log-in password at once and lock your account.",
      ],
    },
  };
}

const factorNames = {
  totp: { zh: '身份验证器', en: 'authenticator app' },
  passkeys: { zh: '全部通行密钥', en: 'passkeys' },
  payPassword: { zh: '交易密码', en: 'transaction password' },
} as const;

/** To somebody whose factor operators took away. */
export function factorReset(factor: keyof typeof factorNames): AccountMessage {
  const { zh, en } = factorNames[factor];
  return {
    byMail: true,
    title: { zh: `客服已重置您的${zh}`, en: `Support removed your ${en}` },
    paragraphs: {
      zh: [
        `应账户持有人的请求，客服已移除${zh}，所有设备均已退出登录，24 小时内不能提现。`,
        '如果不是您本人提出的，请立即冻结账户并联系客服。',
      ],
      en: [
        `Support removed your ${en} at the request of the account's owner. All devices are logged out, and withdrawals are on hold for 24 hours.`,
        "If you didn't ask for this, lock your account at once and contact support.",
      ],
    },
  };
}

import type { AccountMessage } from '../../content/index.ts';

/** Sent after registration. */
export const welcome: AccountMessage = {
  title: { zh: '欢迎来到 FFT', en: 'Welcome to FFT' },
  paragraphs: {
    zh: [
      '您的账户已开通。',
      '建议先设置交易密码与身份验证器，再完成身份认证：提现需要它们。请勿把密码与验证码告诉任何人。',
    ],
    en: [
      'Your account is open.',
      'Set a transaction password and an authenticator app first, then verify your identity. You need them to withdraw. Never share a password or a code.',
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

/** Warns the owner of a log-in by passkey on a known device. */
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
        "If it wasn't you, remove the passkey and lock your account immediately.",
      ],
    },
  };
}

/** Warns the owner of a log-in on an unknown device. */
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
        `Someone logged in to your account from a new device at ${utc}.`,
        `IP: ${ip}`,
        `Device: ${device}`,
        "If it wasn't you, change your log-in password and lock your account immediately.",
      ],
    },
  };
}

const factorNames = {
  totp: { zh: '身份验证器', en: 'authenticator app' },
  passkeys: { zh: '全部通行密钥', en: 'passkeys' },
  payPassword: { zh: '交易密码', en: 'transaction password' },
} as const;

/** Notifies a customer that operators removed one of their factors. */
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
        `Support removed your ${en} at the account owner's request. All devices are logged out, and withdrawals are on hold for 24 hours.`,
        "If you didn't request this, lock your account immediately and contact support.",
      ],
    },
  };
}

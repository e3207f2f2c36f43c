import { writeInstant, type KeyRight } from '@fft/contract';
import { durationText } from '../../refusals/duration-text.ts';
import type { AccountMessage } from '../../content/index.ts';

/** Sent after registration. */
export const welcome = (brand: string): AccountMessage => ({
  title: { zh: `欢迎来到 ${brand}`, en: `Welcome to ${brand}` },
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
});

interface LogIn {
  readonly ip: string;
  readonly userAgent: string;
  readonly time: number;
}

const nameOf = (userAgent: string): string => (userAgent === '' ? '--' : userAgent);

/** Warns the owner of a log-in by passkey on a known device. */
export function passkeyUsed({ ip, userAgent, time }: LogIn): AccountMessage {
  const [utc, device] = [writeInstant(time), nameOf(userAgent)];
  return {
    kind: 'security',
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
        "If it wasn't you, remove the passkey and freeze your account immediately.",
      ],
    },
  };
}

/** Warns the owner of a log-in on an unknown device. */
export function newDevice({ ip, userAgent, time }: LogIn): AccountMessage {
  const [utc, device] = [writeInstant(time), nameOf(userAgent)];
  return {
    kind: 'security',
    byMail: true,
    bySms: { zh: `您的账户于 ${utc} 在新设备登录，IP ${ip}`, en: `New device log-in at ${utc} from ${ip}` },
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
        "If it wasn't you, change your log-in password and freeze your account immediately.",
      ],
    },
  };
}

interface CreatedKey {
  readonly name: string;
  readonly rights: readonly KeyRight[];
  readonly addresses: readonly string[];
  readonly ip: string;
  readonly time: number;
}

const rightNames = {
  read: { zh: '读取', en: 'read' },
  trade: { zh: '交易', en: 'trade' },
  withdraw: { zh: '提现至已保存的地址', en: 'withdraw to saved addresses' },
} as const;

/** Notifies the owner of a new API key. */
export function apiKeyCreated({ name, rights, addresses, ip, time }: CreatedKey): AccountMessage {
  const utc = writeInstant(time);
  return {
    byMail: true,
    title: { zh: '已创建 API 密钥', en: 'An API key was created' },
    paragraphs: {
      zh: [
        `您的账户于 ${utc} 创建了 API 密钥“${name}”。`,
        `权限：${rights.map((right) => rightNames[right].zh).join('、')}`,
        `可用 IP：${addresses.length === 0 ? '不限' : addresses.join('、')}`,
        `操作 IP：${ip}`,
        '如果不是您本人的操作，请立即删除该密钥，修改登录密码并冻结账户。',
      ],
      en: [
        `The API key “${name}” was created for your account at ${utc}.`,
        `Rights: ${rights.map((right) => rightNames[right].en).join(', ')}`,
        `Allowed IP addresses: ${addresses.length === 0 ? 'any' : addresses.join(', ')}`,
        `Created from IP: ${ip}`,
        "If it wasn't you, revoke the key, change your log-in password and lock your account immediately.",
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
export function factorReset(factor: keyof typeof factorNames, holdMs: number): AccountMessage {
  const { zh, en } = factorNames[factor];
  const hold = durationText(holdMs);
  return {
    kind: 'security',
    byMail: true,
    bySms: { zh: `客服已重置您的${zh}`, en: `Support removed your ${en}` },
    title: { zh: `客服已重置您的${zh}`, en: `Support removed your ${en}` },
    paragraphs: {
      zh: [
        `应账户持有人的请求，客服已移除${zh}，所有设备均已退出登录，${hold.zh}内不能提现。`,
        '如果不是您本人提出的，请立即冻结账户并联系客服。',
      ],
      en: [
        `Support removed your ${en} at the account owner's request. All devices are logged out, and withdrawals are on hold for ${hold.en}.`,
        "If you didn't request this, freeze your account immediately and contact support.",
      ],
    },
  };
}

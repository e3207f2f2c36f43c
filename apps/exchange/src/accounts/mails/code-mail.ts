import type { Lang } from '@fft/contract';
import { layOut } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** The action that a code confirms. */
export type CodePurpose = 'register' | 'reset' | 'login' | 'pay' | 'bind' | 'unbind' | 'phone' | 'withdraw' | 'apiKey';

export interface SentCode {
  readonly lang: Lang;
  readonly code: string;
  /** Time until it expires. */
  readonly minutes: number;
  /** Identifies our mails to the customer; null if they set none. */
  readonly antiPhishing?: string | null;
  /** The exact action that the code allows, such as a withdrawal's amount and address. */
  readonly details?: readonly string[];
}

interface Words {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
}

const words: Readonly<Record<CodePurpose, Readonly<Record<Lang, Words>>>> = {
  register: {
    zh: { subject: '{brand} 注册验证码', heading: '注册 {brand} 账户', lead: '请在注册页面输入以下验证码：' },
    en: {
      subject: 'Your {brand} registration code',
      heading: 'Register with {brand}',
      lead: 'Enter this code on the registration page:',
    },
  },
  reset: {
    zh: { subject: '{brand} 重置密码验证码', heading: '重置登录密码', lead: '请输入以下验证码以设置新的登录密码：' },
    en: {
      subject: 'Your {brand} password reset code',
      heading: 'Reset your password',
      lead: 'Enter this code to set a new log-in password:',
    },
  },
  login: {
    zh: { subject: '{brand} 修改登录密码验证码', heading: '修改登录密码', lead: '请输入以下验证码以修改登录密码：' },
    en: {
      subject: 'Your {brand} code to change the password',
      heading: 'Change your log-in password',
      lead: 'Enter this code to change your log-in password:',
    },
  },
  pay: {
    zh: { subject: '{brand} 设置交易密码验证码', heading: '设置交易密码', lead: '请输入以下验证码以设置交易密码：' },
    en: {
      subject: 'Your {brand} code for the transaction password',
      heading: 'Set your transaction password',
      lead: 'Enter this code to set your transaction password:',
    },
  },
  bind: {
    zh: { subject: '{brand} 绑定邮箱验证码', heading: '绑定此邮箱', lead: '请输入以下验证码以绑定此邮箱：' },
    en: {
      subject: 'Your {brand} code to bind this address',
      heading: 'Bind this e-mail address',
      lead: 'Enter this code to bind this address to your account:',
    },
  },
  unbind: {
    zh: { subject: '{brand} 更换邮箱验证码', heading: '更换绑定邮箱', lead: '您正在更换绑定邮箱，请输入以下验证码：' },
    en: {
      subject: 'Your {brand} code to replace this address',
      heading: 'Replace this e-mail address',
      lead: 'You are replacing your account’s e-mail address. Enter this code to confirm:',
    },
  },
  phone: {
    zh: { subject: '{brand} 绑定手机验证码', heading: '绑定手机', lead: '请输入以下验证码以绑定手机：' },
    en: {
      subject: 'Your {brand} code to bind this phone',
      heading: 'Bind this phone',
      lead: 'Enter this code to bind the phone to your account:',
    },
  },
  apiKey: {
    zh: { subject: '{brand} 创建 API 密钥验证码', heading: '创建 API 密钥', lead: '请输入以下验证码以创建 API 密钥：' },
    en: {
      subject: 'Your {brand} code to create an API key',
      heading: 'Create an API key',
      lead: 'Enter this code to create an API key for your account:',
    },
  },
  withdraw: {
    zh: { subject: '{brand} 提现验证码', heading: '确认提现', lead: '提现无法撤回，请核对以上信息后再输入验证码：' },
    en: {
      subject: 'Your {brand} withdrawal code',
      heading: 'Confirm your withdrawal',
      lead: "A withdrawal can't be undone. Check the details above, then enter this code:",
    },
  },
};

/** The mail with a code. */
export function codeMail(
  purpose: CodePurpose,
  { lang, code, minutes, antiPhishing = null, details = [] }: SentCode,
): Mail {
  const { subject, heading, lead } = words[purpose][lang];
  const rest =
    lang === 'zh'
      ? [`验证码 ${minutes} 分钟内有效，仅可使用一次，请勿告诉任何人。`, '如果这不是您本人的操作，请忽略此邮件。']
      : [
          `The code is valid for ${minutes} minutes and can be used once. Don't share it with anyone.`,
          "If you didn't request it, you can ignore this e-mail.",
        ];
  const colon = lang === 'zh' ? '：' : ': ';
  return layOut(lang, {
    subject: `${subject}${colon}${code}`,
    heading,
    lead: [...details, lead],
    code,
    rest,
    antiPhishing,
  });
}

/** The SMS with a code. */
export function codeSms(purpose: CodePurpose, { lang, code, minutes }: SentCode): string {
  const { subject } = words[purpose][lang];
  return lang === 'zh'
    ? `${subject}：${code}，${minutes} 分钟内有效，请勿告诉任何人。`
    : `${subject}: ${code}. Valid for ${minutes} minutes. Don't share it with anyone.`;
}

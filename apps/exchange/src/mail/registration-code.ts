import type { Lang } from '@fft/contract';
import { layOut } from './layout.ts';
import type { Mail } from './mailer.ts';

export interface RegistrationCode {
  readonly lang: Lang;
  readonly code: string;
  /** How long it is good for. */
  readonly minutes: number;
}

/** The code with which an address is registered. */
export function registrationCodeMail({ lang, code, minutes }: RegistrationCode): Mail {
  if (lang === 'zh') {
    return layOut(lang, {
      subject: `FFT 注册验证码：${code}`,
      heading: '注册 FFT 账号',
      lead: ['请在注册页面输入以下验证码：'],
      code,
      rest: [`验证码 ${minutes} 分钟内有效，仅可使用一次，请勿告诉任何人。`, '如果这不是您本人的操作，请忽略此邮件。'],
    });
  }
  return layOut(lang, {
    subject: `Your FFT registration code: ${code}`,
    heading: 'Register with FFT',
    lead: ['Enter this code on the registration page:'],
    code,
    rest: [
      `It is good for ${minutes} minutes and for one use. Don't tell it to anybody.`,
      "If it wasn't you who asked for it, you can ignore this mail.",
    ],
  });
}

import { alarmTexts } from '@fft/console-contract';
import { layOut } from '../../platform/mail/layout.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { Raised } from './alarms.ts';

/** The mail about an alarm, in both languages, as the reader's language is unknown. */
export function alarmMail({ kind, detail, since }: Raised): Mail {
  const { zh, en } = alarmTexts[kind];
  const time = new Date(since).toISOString();
  const lead = [detail, `Since ${time}`, `${zh}：${detail}`, `自 ${time} 起`];
  return layOut('en', {
    subject: `{brand} alarm: ${en} / 警报：${zh}`,
    heading: en,
    lead,
    rest: [],
    antiPhishing: null,
  });
}

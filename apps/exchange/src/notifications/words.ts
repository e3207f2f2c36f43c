import type { Lang, NotificationKind } from '@fft/contract';
import type { Words } from './tables.ts';

type Both = Readonly<Record<Lang, string>>;

/** Titles where several became one, with `{count}`, and where details are hidden. */
const titles: Readonly<Record<NotificationKind, { readonly many: Both; readonly plain: Both }>> = {
  fills: {
    many: { zh: '{count} 条成交通知', en: '{count} notifications about your orders' },
    plain: { zh: '您的委托有新成交', en: 'An order was filled' },
  },
  stops: {
    many: { zh: '{count} 笔止损委托已触发', en: '{count} stop orders were triggered' },
    plain: { zh: '止损委托已触发', en: 'A stop order was triggered' },
  },
  alerts: {
    many: { zh: '{count} 条价格提醒', en: '{count} price alerts' },
    plain: { zh: '价格提醒', en: 'Price alert' },
  },
  deposits: {
    many: { zh: '{count} 笔充值通知', en: '{count} notifications about deposits' },
    plain: { zh: '充值通知', en: 'Deposit' },
  },
  withdrawals: {
    many: { zh: '{count} 条提现通知', en: '{count} notifications about withdrawals' },
    plain: { zh: '提现通知', en: 'Withdrawal' },
  },
  security: {
    many: { zh: '{count} 条账户安全通知', en: '{count} notifications about your account’s security' },
    plain: { zh: '账户安全通知', en: 'Account security' },
  },
  announcements: {
    many: { zh: '{count} 条公告', en: '{count} notices' },
    plain: { zh: '新公告', en: 'New notice' },
  },
  halts: {
    many: { zh: '{count} 条交易状态通知', en: '{count} notifications about halted markets' },
    plain: { zh: '交易状态通知', en: 'Market status' },
  },
};

const openApp: Both = { zh: '打开应用查看详情。', en: 'Open the app for details.' };
/** Titles in one push, and letters in its text: services refuse more than about 4,000 bytes, and a screen shows less. */
const maxTitles = 4;
const maxLetters = 240;

export interface PushText {
  readonly title: string;
  readonly body: string;
}

export interface TextOptions {
  readonly kind: NotificationKind;
  readonly lang: Lang;
  readonly hideDetails: boolean;
}

/** One push for all of these, oldest first. */
export function pushText(words: readonly Words[], { kind, lang, hideDetails }: TextOptions): PushText {
  const [first] = words;
  if (hideDetails || first === undefined) return { title: titles[kind].plain[lang], body: openApp[lang] };
  if (words.length === 1) return { title: first.title[lang], body: shorten(first.paragraphs[lang].join('\n')) };
  const body = words.slice(-maxTitles).map(({ title }) => title[lang]);
  return { title: titleOfMany(words.length, kind, lang), body: shorten(body.join('\n')) };
}

export interface MailText {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** One mail for all of these, oldest first. */
export function mailText(words: readonly Words[], { kind, lang }: Omit<TextOptions, 'hideDetails'>): MailText {
  const [first] = words;
  if (first !== undefined && words.length === 1)
    return { title: first.title[lang], paragraphs: first.paragraphs[lang] };
  const paragraphs = words.flatMap(({ title, paragraphs: texts }) => [title[lang], ...texts[lang]]);
  return { title: titleOfMany(words.length, kind, lang), paragraphs };
}

function titleOfMany(count: number, kind: NotificationKind, lang: Lang): string {
  return titles[kind].many[lang].replace('{count}', String(count));
}

function shorten(text: string): string {
  const letters = Array.from(text);
  return letters.length <= maxLetters ? text : `${letters.slice(0, maxLetters - 1).join('')}…`;
}

import { consoleCalls, type Banner, type Notice, type SentMessage } from '@fft/console-contract';
import { Code, type CallParameters } from '@fft/contract';
import type { ArticleService, MessageService, Recipients } from '../content/index.ts';
import type { BannerService, BannerRow } from '../markets/home/index.ts';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { FieldRefusal, Refusal } from '../refusals/refusal.ts';
import type { Bind } from './bind.ts';

export interface ContentOptions {
  readonly content: ArticleService;
  readonly messages: MessageService;
  readonly banners: BannerService;
  readonly now: () => number;
}

/** Binds the calls about content. */
export function bindContent(bind: Bind, { content, messages, banners, now }: ContentOptions): void {
  const { content: calls } = consoleCalls;

  bind(calls.list, async () => {
    const [notices, shown, about] = await Promise.all([content.notices(), banners.list(), content.about()]);
    return {
      notices: notices.map(noticeOf),
      banners: shown.map(bannerOf),
      about: { textZh: about.zh, textEn: about.en },
    };
  });
  bind(calls.preview, ({ text }) => ({ html: content.preview(text) }));
  bind(calls.saveNotice, async ({ id, kind, time, titleZh, titleEn, textZh, textEn }, by) => {
    const draft = { id: id ?? null, kind, time: time ?? now(), title: { zh: titleZh, en: titleEn } };
    const saved = await content.saveNotice({ ...draft, text: { zh: textZh, en: textEn } }, by.name);
    if (saved === null) throw new Refusal(Code.notFound, 'unknownMessage');
    return noticeOf(saved);
  });
  bind(calls.deleteNotice, async ({ id }, by) => {
    if (!(await content.deleteNotice(id, by.name))) throw new Refusal(Code.notFound, 'unknownMessage');
    return null;
  });
  bind(calls.saveBanner, async ({ id, position, titleZh, titleEn, image, link, from, until }, by) => {
    const draft = { id: id ?? null, position, title_zh: titleZh, title_en: titleEn, image: image ?? null };
    const shown = { link: link ?? null, shown_from: from ?? null, shown_until: until ?? null };
    const saved = await banners.save({ ...draft, ...shown }, by.name);
    if (saved === null) throw new Refusal(Code.notFound, 'notFound');
    return bannerOf(saved);
  });
  bind(calls.deleteBanner, async ({ id }, by) => {
    if (!(await banners.delete(id, by.name))) throw new Refusal(Code.notFound, 'notFound');
    return null;
  });
  bind(calls.saveAbout, async ({ textZh, textEn }, by) => {
    await content.saveAbout({ zh: textZh, en: textEn }, by.name);
    return null;
  });
  bindMessages(bind, messages);
}

function bindMessages(bind: Bind, messages: MessageService): void {
  const { content: calls } = consoleCalls;
  bind(calls.countRecipients, (input) => messages.count(recipientsOf(input)));
  bind(calls.sendMessage, ({ titleZh, titleEn, textZh, textEn, at, requestId, ...to }, by) => {
    const words = { title: { zh: titleZh, en: titleEn }, text: { zh: textZh, en: textEn } };
    return messages.send({ ...words, to: recipientsOf(to), due: at ?? null, requestId }, by.name);
  });
  bind(calls.messages, async ({ limit, cursor }) => {
    const found = await messages.list({ before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: page.map(messageOf), next: last && found.length > limit ? cursorAfter(last.id) : null };
  });
  bind(calls.cancelMessage, async ({ id }, by) => {
    if (!(await messages.cancel(id, by.name))) throw new Refusal(Code.conflict, 'nothingToChange');
    return null;
  });
}

type To = CallParameters<typeof consoleCalls.content.countRecipients>;

function recipientsOf({ customers, language, identity, tier }: To): Recipients {
  const listed = customers === undefined ? null : numbersIn(customers);
  return { customers: listed, lang: language ?? null, identity: identity ?? null, tier: tier ?? null };
}

/** Parses customer numbers separated by commas and spaces, without duplicates. */
function numbersIn(text: string): number[] {
  const parts = text.split(/[\s,，、;]+/).filter((part) => part !== '');
  if (parts.length === 0 || !parts.every((part) => /^\d{4,15}$/.test(part)))
    throw new FieldRefusal({ customers: 'number' });
  return [...new Set(parts.map(Number))];
}

function messageOf(row: Awaited<ReturnType<MessageService['list']>>[number]): SentMessage {
  const {
    id,
    operator,
    created: time,
    due,
    state,
    customers,
    lang: language,
    identity,
    tier,
    recipients,
    sent,
    finished,
  } = row;
  const titles = { titleZh: row.title_zh, titleEn: row.title_en };
  const to = { listed: customers?.length ?? null, language, identity, tier };
  return { id, operator, time, due, ...titles, state, ...to, recipients, sent, finished };
}

function noticeOf({ id, kind, time, title, text }: Awaited<ReturnType<ArticleService['notices']>>[number]): Notice {
  return { id, kind, time, titleZh: title.zh, titleEn: title.en, textZh: text.zh, textEn: text.en };
}

function bannerOf(row: BannerRow): Banner {
  const { id, position, image, link, title_zh: titleZh, title_en: titleEn } = row;
  return { id, position, image, link, titleZh, titleEn, from: row.shown_from, until: row.shown_until };
}

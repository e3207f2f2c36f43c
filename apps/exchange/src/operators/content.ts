import { consoleCalls, type Banner, type Notice } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { ContentDesk } from '../content/index.ts';
import type { BannerDesk, BannerRow } from '../home/index.ts';
import { FieldRefusal, Refusal } from '../http/refusal.ts';
import type { Bind } from './bind.ts';

export interface ContentParts {
  readonly content: ContentDesk;
  readonly banners: BannerDesk;
  readonly now: () => number;
}

/** How many one message may go to; to everybody goes a notice. */
const recipientsMax = 500;

/** Binds the calls about what customers read. */
export function bindContent(bind: Bind, { content, banners, now }: ContentParts): void {
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
  bind(calls.savenotice, async ({ id, kind, time, titleZh, titleEn, textZh, textEn }, by) => {
    const draft = { id: id ?? null, kind, time: time ?? now(), title: { zh: titleZh, en: titleEn } };
    const saved = await content.saveNotice({ ...draft, text: { zh: textZh, en: textEn } }, by.name);
    if (saved === null) throw new Refusal(Code.notFound, 'unknownMessage');
    return noticeOf(saved);
  });
  bind(calls.deletenotice, async ({ id }, by) => {
    if (!(await content.deleteNotice(id, by.name))) throw new Refusal(Code.notFound, 'unknownMessage');
    return null;
  });
  bind(calls.savebanner, async ({ id, position, titleZh, titleEn, image, link, from, until }, by) => {
    const draft = { id: id ?? null, position, title_zh: titleZh, title_en: titleEn, image: image ?? null };
    const shown = { link: link ?? null, shown_from: from ?? null, shown_until: until ?? null };
    const saved = await banners.save({ ...draft, ...shown }, by.name);
    if (saved === null) throw new Refusal(Code.notFound, 'notFound');
    return bannerOf(saved);
  });
  bind(calls.deletebanner, async ({ id }, by) => {
    if (!(await banners.delete(id, by.name))) throw new Refusal(Code.notFound, 'notFound');
    return null;
  });
  bind(calls.saveabout, async ({ textZh, textEn }, by) => {
    await content.saveAbout({ zh: textZh, en: textEn }, by.name);
    return null;
  });
  bind(calls.message, ({ customers, titleZh, titleEn, textZh, textEn }, by) => {
    const title = { zh: titleZh, en: titleEn };
    return content.send({ customers: numbersIn(customers), title, text: { zh: textZh, en: textEn } }, by.name);
  });
}

/** Numbers between commas and spaces, each once. */
function numbersIn(text: string): number[] {
  const parts = text.split(/[\s,，、;]+/).filter((part) => part !== '');
  const isRight = parts.length > 0 && parts.length <= recipientsMax && parts.every((part) => /^\d{4,15}$/.test(part));
  if (!isRight) throw new FieldRefusal({ customers: 'number' });
  return [...new Set(parts.map(Number))];
}

function noticeOf({ id, kind, time, title, text }: Awaited<ReturnType<ContentDesk['notices']>>[number]): Notice {
  return { id, kind, time, titleZh: title.zh, titleEn: title.en, textZh: text.zh, textEn: text.en };
}

function bannerOf(row: BannerRow): Banner {
  const { id, position, image, link, title_zh: titleZh, title_en: titleEn } = row;
  return { id, position, image, link, titleZh, titleEn, from: row.shown_from, until: row.shown_until };
}

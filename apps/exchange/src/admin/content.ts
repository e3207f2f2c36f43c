import {
  type ActInput,
  consoleCalls,
  messageTarget,
  type Banner,
  type Notice,
  type SentMessage,
} from '@fft/console-contract';
import type { CallParameters } from '@fft/contract';
import type { ArticleService, MessageService, Recipients } from '../content/index.ts';
import type { BannerService, BannerRow } from '../markets/home/index.ts';
import { cursorAfter, readCursor } from '../transport/http/cursor.ts';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { Approvals, ExecuteActs } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface ContentOptions {
  readonly content: ArticleService;
  readonly messages: MessageService;
  readonly banners: BannerService;
  readonly approvals: Pick<Approvals, 'propose'>;
  readonly now: () => number;
}

/** Binds the calls about content. */
export function bindContent(bind: Bind, options: ContentOptions): void {
  const { content, messages, banners, approvals, now } = options;
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
    const words = { titleZh, titleEn, textZh, textEn };
    const draft = { id: id ?? null, kind, time: time ?? now() };
    const destinations = [...content.destinations(Object.values(words))];
    if (destinations.length > 0) {
      const target = id === undefined ? 'new notice' : `notice ${id}`;
      const input = { ...words, ...draft, destinations };
      return { notice: null, approval: (await approvals.propose(by, { act: 'notice', target, input })).id };
    }
    const saved = await content.saveNotice({ ...draft, ...bothOf(words) }, by.name);
    if (saved === null) throw refuse('unknownMessage');
    return { notice: noticeOf(saved), approval: null };
  });
  bind(calls.deleteNotice, async ({ id }, by) => {
    if (!(await content.deleteNotice(id, by.name))) throw refuse('unknownMessage');
    return null;
  });
  bind(calls.saveBanner, async ({ id, position, titleZh, titleEn, image, link, from, until }, by) => {
    const shown = { position, titleZh, titleEn, image: image ?? null, link: link ?? null };
    const input = { ...shown, id: id ?? null, from: from ?? null, until: until ?? null };
    const destinations = [...banners.destinations(bannerDraftOf(input))];
    if (destinations.length > 0) {
      const target = id === undefined ? 'new banner' : `banner ${id}`;
      const proposed = await approvals.propose(by, { act: 'banner', target, input: { ...input, destinations } });
      return { banner: null, approval: proposed.id };
    }
    const saved = await banners.save(bannerDraftOf(input), by.name);
    if (saved === null) throw refuse('notFound');
    return { banner: bannerOf(saved), approval: null };
  });
  bind(calls.deleteBanner, async ({ id }, by) => {
    if (!(await banners.delete(id, by.name))) throw refuse('notFound');
    return null;
  });
  bind(calls.saveAbout, async ({ textZh, textEn }, by) => {
    const destinations = [...content.destinations([textZh, textEn])];
    if (destinations.length > 0) {
      const input = { textZh, textEn, destinations };
      return { approval: (await approvals.propose(by, { act: 'about', target: 'page about', input })).id };
    }
    await content.saveAbout({ zh: textZh, en: textEn }, by.name);
    return { approval: null };
  });
  bindMessages(bind, { messages, approvals });
}

function bindMessages(bind: Bind, { messages, approvals }: Pick<ContentOptions, 'messages' | 'approvals'>): void {
  const { content: calls } = consoleCalls;
  bind(calls.countRecipients, (input) => messages.count(recipientsOf(input)));
  bind(calls.sendMessage, async ({ titleZh, titleEn, textZh, textEn, at, requestId, ...to }, by) => {
    const words = { titleZh, titleEn, textZh, textEn };
    const draft = { ...bothOf(words), to: recipientsOf(to), due: at ?? null, requestId };
    const { takesTwo, destinations, count, unknown } = await messages.prepare(draft, by.name);
    if (!takesTwo) return { ...(await messages.send(draft, by.name)), approval: null };
    const { customers, lang: language, ...others } = draft.to;
    const audience = { ...others, language, customers: customers === null ? null : [...customers] };
    const input = { ...words, ...audience, at: draft.due, recipients: count, destinations: [...destinations] };
    const proposed = await approvals.propose(by, { act: 'message', target: messageTarget, input, requestId });
    return { id: null, count, unknown, approval: proposed.id };
  });
  bind(calls.messages, async ({ limit, cursor }) => {
    const found = await messages.list({ before: readCursor(cursor), limit });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return { items: page.map(messageOf), next: last && found.length > limit ? cursorAfter(last.id) : null };
  });
  bind(calls.cancelMessage, async ({ id }, by) => {
    if (!(await messages.cancel(id, by.name))) throw refuse('nothingToChange');
    return null;
  });
}

/** Executes what two operators agreed that customers read. */
export function createContentApprovals({ content, messages, banners }: Omit<ContentOptions, 'approvals' | 'now'>) {
  return {
    message: async ({ customers, language: lang, identity, tier, at, ...words }, { agreement, requestId }) => {
      const to = { customers, lang, identity, tier };
      await messages.send({ ...bothOf(words), to, due: at, requestId }, agreement);
      return {};
    },
    notice: async ({ id, kind, time, ...words }, { agreement }) => {
      const saved = await content.saveNotice({ id, kind, time, ...bothOf(words) }, agreement);
      if (saved === null) throw refuse('unknownMessage');
      return {};
    },
    banner: async (input, { agreement }) => {
      if ((await banners.save(bannerDraftOf(input), agreement)) === null) throw refuse('notFound');
      return {};
    },
    about: async ({ textZh, textEn }, { agreement }) => {
      await content.saveAbout({ zh: textZh, en: textEn }, agreement);
      return {};
    },
  } satisfies Partial<ExecuteActs>;
}

function bothOf({
  titleZh,
  titleEn,
  textZh,
  textEn,
}: Pick<ActInput<'notice'>, 'titleZh' | 'titleEn' | 'textZh' | 'textEn'>) {
  return { title: { zh: titleZh, en: titleEn }, text: { zh: textZh, en: textEn } };
}

function bannerDraftOf({
  id,
  position,
  titleZh,
  titleEn,
  image,
  link,
  from,
  until,
}: Omit<ActInput<'banner'>, 'destinations'>) {
  return { id, position, title_zh: titleZh, title_en: titleEn, image, link, shown_from: from, shown_until: until };
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

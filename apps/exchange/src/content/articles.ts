import { randomUUID } from 'node:crypto';
import type { Lang } from '@fft/contract';
import type { Kysely, Selectable } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { AnyHandle } from '../database/rooms.ts';
import type { Tables } from './room.ts';
import { refuseMoreSaves } from '../audit/acts-per-hour.ts';
import { authorOf, type Author } from '../audit/author.ts';
import type { Announcement } from '../notifications/index.ts';
import { destinationsOf } from './destinations-of.ts';
import { htmlOfMarkdown, summaryOf } from './markdown.ts';

type Both = Readonly<Record<Lang, string>>;

export interface NoticeDraft {
  /** null for a new one. */
  readonly id: string | null;
  readonly kind: 'system' | 'notice';
  /** Visible from this time on. */
  readonly time: number;
  readonly title: Both;
  /** Markdown. */
  readonly text: Both;
}

export interface WrittenNotice extends NoticeDraft {
  readonly id: string;
}

/** The operators' side of content. Every change is recorded in the audit log. */
export interface ArticleService {
  preview(text: string): string;
  /** Newest first. */
  notices(): Promise<WrittenNotice[]>;
  /** null if there is none with this id. */
  saveNotice(draft: NoticeDraft, by: Author): Promise<WrittenNotice | null>;
  /** Where these texts lead besides the exchange: two must agree to save them. */
  destinations(texts: readonly string[]): readonly string[];
  deleteNotice(id: string, operator: string): Promise<boolean>;
  about(): Promise<Both>;
  saveAbout(text: Both, by: Author): Promise<void>;
}

export interface ArticleServiceOptions {
  readonly ownHosts: readonly string[];
  readonly db: Kysely<Tables>;
  readonly now: () => number;
  readonly announcing: Announcing;
}

/** Pushes and mails of announcements, for those who chose them. */
export interface Announcing {
  readonly queue: (executor: AnyHandle, announcement: Announcement) => Promise<void>;
  readonly withdraw: (executor: AnyHandle, path: string) => Promise<void>;
}

const noticesShown = 200;

export function createArticleService(options: ArticleServiceOptions): ArticleService {
  const { db, now, announcing, ownHosts } = options;
  return {
    destinations: (texts) => destinationsOf(texts, ownHosts),
    preview: htmlOfMarkdown,
    notices: async () => {
      const rows = await db.selectFrom('notices').selectAll().orderBy('time', 'desc').limit(noticesShown).execute();
      return rows.map(noticeOf);
    },
    saveNotice: (draft, by) => saveNotice(options, draft, by),
    deleteNotice: (id, operator) =>
      db.transaction().execute(async (transaction) => {
        await refuseMoreSaves(transaction, { operator, time: now() });
        const before = await transaction.deleteFrom('notices').where('id', '=', id).returningAll().executeTakeFirst();
        if (before === undefined) return false;
        await announcing.withdraw(transaction, noticePath(id));
        const act = { time: now(), operator, act: 'notice.delete', target: `notice ${id}`, before: noticeOf(before) };
        await writeAudit(transaction, act);
        return true;
      }),
    about: async () => {
      const page = await db.selectFrom('pages').selectAll().where('id', '=', 'about').executeTakeFirst();
      return { zh: page?.source_zh ?? page?.html_zh ?? '', en: page?.source_en ?? page?.html_en ?? '' };
    },
    saveAbout: (text, by) =>
      db.transaction().execute(async (transaction) => {
        const operator = authorOf(by, {
          act: 'about',
          target: 'page about',
          does: { textZh: text.zh, textEn: text.en },
          found: destinationsOf([text.zh, text.en], ownHosts),
        });
        await refuseMoreSaves(transaction, { operator, time: now() });
        const html = { html_zh: htmlOfMarkdown(text.zh), html_en: htmlOfMarkdown(text.en) };
        const page = { ...html, source_zh: text.zh, source_en: text.en };
        const before = await transaction.selectFrom('pages').select(['html_zh', 'html_en']).executeTakeFirst();
        await transaction.updateTable('pages').set(page).where('id', '=', 'about').execute();
        await writeAudit(transaction, {
          time: now(),
          operator,
          act: 'about.save',
          target: 'page about',
          before,
          after: text,
        });
      }),
  };
}

async function saveNotice(
  { db, now, announcing, ownHosts }: ArticleServiceOptions,
  draft: NoticeDraft,
  by: Author,
): Promise<WrittenNotice | null> {
  const { title, text } = draft;
  const found = destinationsOf([title.zh, title.en, text.zh, text.en], ownHosts);
  const target = draft.id === null ? 'new notice' : `notice ${draft.id}`;
  const words = { titleZh: title.zh, titleEn: title.en, textZh: text.zh, textEn: text.en };
  const does = { id: draft.id, kind: draft.kind, time: draft.time, ...words };
  const operator = authorOf(by, { act: 'notice', target, does, found });
  const id = draft.id ?? `notice-${randomUUID()}`;
  const html = { zh: htmlOfMarkdown(draft.text.zh), en: htmlOfMarkdown(draft.text.en) };
  const row = {
    kind: draft.kind,
    time: draft.time,
    title_zh: draft.title.zh,
    title_en: draft.title.en,
    summary_zh: summaryOf(html.zh),
    summary_en: summaryOf(html.en),
    html_zh: html.zh,
    html_en: html.en,
    source_zh: draft.text.zh,
    source_en: draft.text.en,
  };
  return db.transaction().execute(async (transaction) => {
    await refuseMoreSaves(transaction, { operator, time: now() });
    const one = () => transaction.selectFrom('notices').selectAll().where('id', '=', id);
    const before = await one().forUpdate().executeTakeFirst();
    if (draft.id !== null && before === undefined) return null;
    await transaction
      .insertInto('notices')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    // Customers who could read it before are not notified again of a correction.
    if (before === undefined || before.time > now()) {
      const paragraphs = { zh: [row.summary_zh], en: [row.summary_en] };
      const time = Math.max(draft.time, now());
      const words = { title: draft.title, paragraphs };
      await announcing.queue(transaction, { customers: null, words, path: noticePath(id), time });
    }
    await writeAudit(transaction, {
      time: now(),
      operator,
      act: 'notice.save',
      target: `notice ${id}`,
      ...(before && { before: noticeOf(before) }),
      after: { ...draft, id },
    });
    return { ...draft, id };
  });
}

const noticePath = (id: string): string => `/pages/content/detail?id=${encodeURIComponent(id)}`;

function noticeOf(row: Selectable<Tables['notices']>): WrittenNotice {
  return {
    id: row.id,
    kind: row.kind,
    time: row.time,
    title: { zh: row.title_zh, en: row.title_en },
    // Markdown passes HTML through.
    text: { zh: row.source_zh ?? row.html_zh, en: row.source_en ?? row.html_en },
  };
}

import { randomUUID } from 'node:crypto';
import type { ActInput } from '@fft/console-contract';
import type { Kysely, Selectable } from 'kysely';
import { refuseMoreSaves } from '../../audit/acts-per-hour.ts';
import { authorOf, type Author } from '../../audit/author.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { destinationsIn } from '../../platform/links/destinations.ts';

export type BannerRow = Selectable<Tables['banners']>;

/** Operators' control of the home page's carousel. The audit log records every change. */
export type BannerDraft = Omit<BannerRow, 'id'> & { readonly id: string | null };

export interface BannerService {
  list(): Promise<BannerRow[]>;
  /** Adds a banner if the draft has no id; null if no banner has its id. */
  save(draft: BannerDraft, by: Author): Promise<BannerRow | null>;
  /** Where it leads besides the exchange: two must agree to save it. */
  destinations(draft: Pick<BannerDraft, 'title_zh' | 'title_en' | 'link'>): readonly string[];
  delete(id: string, operator: string): Promise<boolean>;
}

/** A banner as a proposal has it. */
function inputOf(draft: BannerDraft): Partial<ActInput<'banner'>> {
  const {
    id,
    position,
    image,
    link,
    title_zh: titleZh,
    title_en: titleEn,
    shown_from: from,
    shown_until: until,
  } = draft;
  return { id, position, titleZh, titleEn, image, link, from, until };
}

export function createBannerService(db: Kysely<Tables>, now: () => number, ownHosts: readonly string[]): BannerService {
  const destinations: BannerService['destinations'] = ({ title_zh, title_en, link }) =>
    destinationsIn([title_zh, title_en, ...(link?.startsWith('https:') ? [`href="${link}"`] : [])], ownHosts);
  return {
    destinations,
    list: () => db.selectFrom('banners').selectAll().orderBy('position').orderBy('id').execute(),
    save: (draft, by) =>
      db.transaction().execute(async (transaction) => {
        const target = draft.id === null ? 'new banner' : `banner ${draft.id}`;
        const operator = authorOf(by, { act: 'banner', target, does: inputOf(draft), found: destinations(draft) });
        await refuseMoreSaves(transaction, { operator, time: now() });
        const row = { ...draft, id: draft.id ?? `banner-${randomUUID()}` };
        const ofId = transaction.selectFrom('banners').selectAll().where('id', '=', row.id);
        const before = await ofId.forUpdate().executeTakeFirst();
        if (draft.id !== null && before === undefined) return null;
        await transaction
          .insertInto('banners')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
          .execute();
        const act = { time: now(), operator, act: 'banner.save', target: `banner ${row.id}` };
        await writeAudit(transaction, { ...act, before, after: row });
        return row;
      }),
    delete: (id, operator) =>
      db.transaction().execute(async (transaction) => {
        await refuseMoreSaves(transaction, { operator, time: now() });
        const before = await transaction.deleteFrom('banners').where('id', '=', id).returningAll().executeTakeFirst();
        if (before === undefined) return false;
        await writeAudit(transaction, { time: now(), operator, act: 'banner.delete', target: `banner ${id}`, before });
        return true;
      }),
  };
}

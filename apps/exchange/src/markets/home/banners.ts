import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../../database/tables.ts';

export type BannerRow = Selectable<Tables['banners']>;

/** Operators' control of the home page's carousel. The audit log records every change. */
export interface BannerService {
  list(): Promise<BannerRow[]>;
  /** Adds a banner if the draft has no id; null if no banner has its id. */
  save(draft: Omit<BannerRow, 'id'> & { readonly id: string | null }, operator: string): Promise<BannerRow | null>;
  delete(id: string, operator: string): Promise<boolean>;
}

export function createBannerService(db: Kysely<Tables>, now: () => number): BannerService {
  return {
    list: () => db.selectFrom('banners').selectAll().orderBy('position').orderBy('id').execute(),
    save: (draft, operator) =>
      db.transaction().execute(async (transaction) => {
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
        const before = await transaction.deleteFrom('banners').where('id', '=', id).returningAll().executeTakeFirst();
        if (before === undefined) return false;
        await writeAudit(transaction, { time: now(), operator, act: 'banner.delete', target: `banner ${id}`, before });
        return true;
      }),
  };
}

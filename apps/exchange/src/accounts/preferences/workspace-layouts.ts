import { calls, maxLayouts, type WorkspaceLayout } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import { route, type Api } from '../../transport/http/route.ts';

export interface WorkspaceLayoutsOptions {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly now: () => number;
}

/** The customer's layouts, the last saved one first. */
async function list(db: Kysely<Tables>, customer: number): Promise<WorkspaceLayout[]> {
  return db
    .selectFrom('workspace_layouts')
    .select(['name', 'layout', 'chart', 'time'])
    .where('customer', '=', customer)
    .orderBy('time', 'desc')
    .orderBy('name')
    .execute();
}

/** Binds the calls for a customer's layouts of the workspace. */
export function serveWorkspaceLayouts({ api, db, now }: WorkspaceLayoutsOptions): void {
  route(api, calls.workspace.layouts, (_input, { customer }) => list(db, customer.id));

  route(api, calls.workspace.saveLayout, ({ name, layout, chart }, { customer }) =>
    db.transaction().execute(async (transaction) => {
      // Without the lock, two concurrent saves would both see room for the last layout.
      await transaction.selectFrom('customers').select('id').where('id', '=', customer.id).forNoKeyUpdate().execute();
      const others = await transaction
        .selectFrom('workspace_layouts')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('customer', '=', customer.id)
        .where('name', '!=', name)
        .executeTakeFirstOrThrow();
      if (Number(others.count) >= maxLayouts) {
        throw refuse('tooManyLayouts', { values: { max: maxLayouts } });
      }
      await transaction
        .insertInto('workspace_layouts')
        .values({ customer: customer.id, name, layout, chart: chart ?? null, time: now() })
        .onConflict((conflict) =>
          conflict
            .columns(['customer', 'name'])
            .doUpdateSet({ layout, time: now(), ...(chart !== undefined && { chart }) }),
        )
        .execute();
      return list(transaction, customer.id);
    }),
  );

  route(api, calls.workspace.deleteLayout, async ({ name }, { customer }) => {
    const { numDeletedRows } = await db
      .deleteFrom('workspace_layouts')
      .where('customer', '=', customer.id)
      .where('name', '=', name)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw refuse('unknownLayout');
    return list(db, customer.id);
  });
}

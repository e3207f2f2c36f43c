import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import type { ScheduleRow } from './schedule-macs.ts';
import type { ScheduleKind } from './tables.ts';

export interface Named {
  readonly id: string;
  readonly customer: number;
  readonly kind: ScheduleKind;
}

/** A customer's schedule of a kind. @throws Refusal `notFound`, also for another customer's */
export async function ownSchedule(db: Kysely<Tables>, { id, customer, kind }: Named): Promise<ScheduleRow> {
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  const row = await db
    .selectFrom('order_schedules')
    .selectAll()
    .where('id', '=', number)
    .where('customer', '=', customer)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!row) throw refuse('unknownSchedule');
  return row;
}

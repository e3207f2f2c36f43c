import type { NotificationChannel, NotificationKind } from '@fft/contract';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from './room.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { Switches } from './tables.ts';

export type Executor = Kysely<Tables> | Transaction<Tables>;

export interface Choices {
  readonly switches: Switches;
  readonly quiet: QuietHours | null;
  /** True if pushes leave out amounts, prices and addresses. */
  readonly hideDetails: boolean;
}

const nothingChosen: Choices = { switches: {}, quiet: null, hideDetails: false };

export async function readChoices(executor: Executor, customer: number): Promise<Choices> {
  const row = await executor
    .selectFrom('notification_choices')
    .selectAll()
    .where('customer', '=', customer)
    .executeTakeFirst();
  if (row === undefined) return nothingChosen;
  const { quiet_from: fromMinute, quiet_until: untilMinute, time_zone: timeZone } = row;
  const quiet =
    fromMinute === null || untilMinute === null || timeZone === null ? null : { fromMinute, untilMinute, timeZone };
  return { switches: row.switches, quiet, hideDetails: row.hide_details };
}

export interface Switch {
  readonly kind: NotificationKind;
  readonly channel: NotificationChannel;
  readonly on: boolean;
}

/** Remembers one switch, beside those that another device sets at the same time. */
export async function saveSwitch(executor: Executor, customer: number, { kind, channel, on }: Switch): Promise<void> {
  const change = JSON.stringify({ [channel]: on });
  await sql`
    insert into notification_choices as chosen (customer, switches)
    values (${customer}, jsonb_build_object(${kind}::text, ${change}::jsonb))
    on conflict (customer) do update set switches = chosen.switches
      || jsonb_build_object(${kind}::text, coalesce(chosen.switches -> ${kind}::text, '{}') || ${change}::jsonb)`.execute(
    executor,
  );
}

/** Notifications that wait for the end of the former quiet hours are checked again. */
export async function saveQuietHours(db: Kysely<Tables>, customer: number, quiet: QuietHours | null): Promise<void> {
  const values = {
    quiet_from: quiet?.fromMinute ?? null,
    quiet_until: quiet?.untilMinute ?? null,
    time_zone: quiet?.timeZone ?? null,
  };
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('notification_choices')
      .values({ customer, ...values })
      .onConflict((conflict) => conflict.column('customer').doUpdateSet(values))
      .execute();
    await sql`update notifications set due = time where customer = ${customer} and tries = 0`.execute(transaction);
  });
}

export async function saveHideDetails(executor: Executor, customer: number, hide: boolean): Promise<void> {
  await executor
    .insertInto('notification_choices')
    .values({ customer, hide_details: hide })
    .onConflict((conflict) => conflict.column('customer').doUpdateSet({ hide_details: hide }))
    .execute();
}

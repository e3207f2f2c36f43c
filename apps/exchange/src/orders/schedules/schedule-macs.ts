import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ScheduleTables } from './tables.ts';

export type ScheduleRow = Selectable<ScheduleTables['order_schedules']>;
/** What a customer asked for: the part of a row that its MAC covers. */
export type Asked = Pick<ScheduleRow, 'customer' | 'client_id' | 'kind' | 'terms' | 'created' | 'session'>;

/** Proves that the exchange itself wrote a row: write access to the database can't have orders placed for a customer. */
export interface ScheduleMacs {
  macOf(asked: Asked): Buffer;
  isGenuine(row: ScheduleRow): boolean;
}

/** @param secret the MAC key is derived from it; it is not stored in the database */
export function createScheduleMacs(secret: string): ScheduleMacs {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fft order schedules 1', 32));
  const macOf = ({ customer, client_id, kind, terms, created, session }: Asked): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([customer, client_id, kind, terms, created, session]))
      .digest();
  return { macOf, isGenuine: (row) => row.mac.length === 32 && timingSafeEqual(row.mac, macOf(row)) };
}

import { alarmKinds, type Alarm, type AlarmKind } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';

/** What is looked at for alarms. */
export interface Watched {
  readonly lagMs: number;
  readonly commitMs: number;
  /** Where tables and engine differ; null where they agree. */
  readonly booksDiffer: string | null;
  readonly wrongCodes: number;
  /** Coins of which less is held than owed. */
  readonly shortOf: readonly string[];
  /** What custody last failed with; null where it goes on. */
  readonly chainTrouble: string | null;
  /** How long what waits longest has waited; 0 where nothing does. */
  readonly identityWaitMs: number;
  readonly withdrawalWaitMs: number;
}

const hourMs = 3_600_000;

/** When each alarm is on, and what it says then. */
const conditions: Readonly<Record<AlarmKind, (watched: Watched) => string | null>> = {
  projectionLag: ({ lagMs }) => (lagMs > 10_000 ? `${Math.round(lagMs / 1000)} s` : null),
  journalSlow: ({ commitMs }) => (commitMs > 1_000 ? `${Math.round(commitMs)} ms` : null),
  booksDiffer: ({ booksDiffer }) => booksDiffer,
  wrongCodes: ({ wrongCodes }) => (wrongCodes > 0 ? String(wrongCodes) : null),
  solvency: ({ shortOf }) => (shortOf.length > 0 ? shortOf.join(', ') : null),
  chainStalled: ({ chainTrouble }) => chainTrouble,
  identityQueue: ({ identityWaitMs }) => waiting(identityWaitMs, 24 * hourMs),
  withdrawalQueue: ({ withdrawalWaitMs }) => waiting(withdrawalWaitMs, 4 * hourMs),
};

function waiting(ms: number, mostMs: number): string | null {
  return ms > mostMs ? `${Math.floor(ms / hourMs)} h` : null;
}

export interface AlarmParts {
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  /** Where alarms are sent to, by mail and by webhook. What fails is logged. */
  readonly send: readonly ((alarm: { kind: AlarmKind; detail: string; since: number }) => Promise<void>)[];
  readonly now: () => number;
}

/** Raises alarms, once each, and ends them when what they tell of is over. */
export interface Alarms {
  look(watched: Watched): Promise<void>;
  /** Those that are on, and the last that were. */
  list(): Promise<Alarm[]>;
}

const shown = 30;

export function createAlarms({ db, log, send, now }: AlarmParts): Alarms {
  async function raise(kind: AlarmKind, detail: string): Promise<void> {
    const alarm = { kind, detail, since: now() };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('alarms')
      .values({ ...alarm, until: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return;
    log.error(alarm, 'an alarm');
    for (const sent of await Promise.allSettled(send.map((one) => one(alarm)))) {
      if (sent.status === 'rejected') log.warn({ err: sent.reason as unknown, kind }, 'an alarm could not be sent');
    }
  }

  return {
    look: async (watched) => {
      for (const kind of alarmKinds) {
        const detail = conditions[kind](watched);
        if (detail !== null) await raise(kind, detail);
        else
          await db
            .updateTable('alarms')
            .set({ until: now() })
            .where('kind', '=', kind)
            .where('until', 'is', null)
            .execute();
      }
    },
    list: async () => {
      const rows = await db.selectFrom('alarms').selectAll().orderBy('id', 'desc').limit(shown).execute();
      return rows.map((row) => ({ ...row, kind: row.kind as AlarmKind })).toSorted(openFirst);
    },
  };
}

function openFirst(one: Alarm, other: Alarm): number {
  return Number(one.until !== null) - Number(other.until !== null) || other.since - one.since;
}

/** Posts alarms as JSON. */
export function webhook(url: string): AlarmParts['send'][number] {
  return async (alarm) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alarm),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
  };
}

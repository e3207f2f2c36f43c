import { alarmWords, type Alarm, type AlarmKind } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';

/** What is looked at for alarms. */
export interface Watched {
  /** For how long this process has been up. */
  readonly upMs: number;
  readonly lagMs: number;
  readonly commitMs: number;
  /** Where tables and engine differ; null where they agree. */
  readonly booksDiffer: string | null;
  /** What is wrong with the audit log's chain; null where it holds. */
  readonly auditAltered: string | null;
  /** Withdrawals and approvals whose rows aren't what was decided. */
  readonly altered: readonly string[];
  readonly wrongCodes: number;
  /** Operators whose authenticator codes were guessed until they were locked. */
  readonly operatorsGuessed: readonly string[];
  /** How many codes in a row could not be delivered. */
  readonly codesNotSent: Readonly<Record<'mail' | 'sms', number>>;
  /** Purposes of codes of which strangers asked for all that there are in an hour. */
  readonly codesUsedUp: readonly string[];
  /** Coins of which less is held than owed. */
  readonly shortOf: readonly string[];
  /** What custody last failed with; null where it goes on. */
  readonly chainTrouble: string | null;
  /** The chains that took back blocks as deep as what is credited. */
  readonly reorganised: string | null;
  /** Coins of which less is in a hot wallet than should be. */
  readonly hotLow: readonly string[];
  /** How long what waits longest has waited; 0 where nothing does. */
  readonly identityWaitMs: number;
  readonly withdrawalWaitMs: number;
  /** Parts other than the ledger that had an error within the last minutes. */
  readonly failedParts: readonly string[];
}

const hourMs = 3_600_000;
/** A start has a past to write: the tables may be behind for so long. */
const startingMs = 5 * 60_000;
/** One address that nothing can be sent to is no alarm. */
const notSentLeast = 3;

/** The journal's alarm is raised apart: what can't write the journal may not be able to look either. */
type LookedAt = Exclude<AlarmKind, 'journalFails'>;

/** When each alarm is on, and what it says then. */
const conditions: Readonly<Record<LookedAt, (watched: Watched) => string | null>> = {
  projectionLag: ({ lagMs, upMs }) => (lagMs > 10_000 && upMs > startingMs ? `${Math.round(lagMs / 1000)} s` : null),
  journalSlow: ({ commitMs }) => (commitMs > 1_000 ? `${Math.round(commitMs)} ms` : null),
  booksDiffer: ({ booksDiffer }) => booksDiffer,
  auditAltered: ({ auditAltered }) => auditAltered,
  withdrawalAltered: ({ altered }) => listed(altered),
  wrongCodes: ({ wrongCodes }) => (wrongCodes > 0 ? String(wrongCodes) : null),
  operatorsGuessed: ({ operatorsGuessed }) => listed(operatorsGuessed),
  codesNotSent: ({ codesNotSent: { mail, sms }, codesUsedUp }) =>
    listed([
      ...(mail >= notSentLeast ? [`${mail} mails`] : []),
      ...(sms >= notSentLeast ? [`${sms} SMS`] : []),
      ...codesUsedUp.map((name) => `${name}: all of this hour`),
    ]),
  solvency: ({ shortOf }) => listed(shortOf),
  chainStalled: ({ chainTrouble }) => chainTrouble,
  chainReorganised: ({ reorganised }) => reorganised,
  hotLow: ({ hotLow }) => listed(hotLow),
  identityQueue: ({ identityWaitMs }) => waiting(identityWaitMs, 24 * hourMs),
  withdrawalQueue: ({ withdrawalWaitMs }) => waiting(withdrawalWaitMs, 4 * hourMs),
  partFailed: ({ failedParts }) => listed(failedParts),
};

const lookedAt = Object.keys(conditions) as LookedAt[];

function listed(found: readonly string[]): string | null {
  return found.length > 0 ? found.join(', ') : null;
}

function waiting(ms: number, mostMs: number): string | null {
  return ms > mostMs ? `${Math.floor(ms / hourMs)} h` : null;
}

export interface Raised {
  readonly kind: AlarmKind;
  readonly detail: string;
  readonly since: number;
}

export interface AlarmParts {
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  /** Where alarms are sent to, by mail and by webhook. What fails is logged. */
  readonly send: readonly ((alarm: Raised) => Promise<void>)[];
  readonly now: () => number;
}

/** Raises alarms, once each, and ends them when what they tell of is over. */
export interface Alarms {
  look(watched: Watched): Promise<void>;
  /** Tells why the journal takes nothing, or with null that it does. To be called every few seconds; never throws. */
  journal(trouble: string | null): Promise<void>;
  /** Those that are on, and the last that were. */
  list(): Promise<Alarm[]>;
}

const shown = 30;

export function createAlarms({ db, log, send, now }: AlarmParts): Alarms {
  /** False where it is on already. */
  async function write(alarm: Raised, until: number | null): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('alarms')
      .values({ ...alarm, until })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async function tell(alarm: Raised): Promise<void> {
    log.error(alarm, 'an alarm');
    for (const sent of await Promise.allSettled(send.map((one) => one(alarm)))) {
      if (sent.status === 'rejected')
        log.warn({ err: sent.reason as unknown, kind: alarm.kind }, 'an alarm could not be sent');
    }
  }

  async function end(kinds: readonly AlarmKind[]): Promise<void> {
    await db
      .updateTable('alarms')
      .set({ until: now() })
      .where('kind', 'in', kinds)
      .where('until', 'is', null)
      .execute();
  }

  return {
    look: async (watched) => {
      const found = lookedAt.map((kind) => ({ kind, detail: conditions[kind](watched) }));
      await end(found.filter(({ detail }) => detail === null).map(({ kind }) => kind));
      for (const { kind, detail } of found) {
        if (detail === null) continue;
        const alarm = { kind, detail, since: now() };
        if (await write(alarm, null)) await tell(alarm);
      }
    },
    journal: journalAlarm({ write, tell, end, log, now }),
    list: async () => {
      const rows = await db.selectFrom('alarms').selectAll().orderBy('id', 'desc').limit(shown).execute();
      return rows.map((row) => ({ ...row, kind: row.kind as AlarmKind })).toSorted(openFirst);
    },
  };
}

function openFirst(one: Alarm, other: Alarm): number {
  return Number(one.until !== null) - Number(other.until !== null) || other.since - one.since;
}

interface JournalAlarmParts extends Pick<AlarmParts, 'log' | 'now'> {
  readonly write: (alarm: Raised, until: number | null) => Promise<boolean>;
  readonly tell: (alarm: Raised) => Promise<void>;
  readonly end: (kinds: readonly AlarmKind[]) => Promise<void>;
}

/** Raised also where nothing can be written down, as the database is gone too; that is made up for when it is back. */
function journalAlarm({ write, tell, end, log, now }: JournalAlarmParts): Alarms['journal'] {
  const kind = 'journalFails';
  /** null: none; undefined: one of an earlier process may be on. */
  let raised: (Raised & { readonly isWritten: boolean }) | null | undefined;

  async function raise(detail: string): Promise<void> {
    const alarm = { kind, detail, since: now() } as const;
    // Where another process raised it, that one told of it.
    const isNew = await write(alarm, null).catch(() => null);
    raised = { ...alarm, isWritten: isNew !== null };
    if (isNew !== false) await tell(alarm);
  }

  async function over(): Promise<void> {
    if (raised && !raised.isWritten) {
      const { isWritten: _, ...alarm } = raised;
      await write(alarm, now());
    } else await end([kind]);
    raised = null;
  }

  return async (trouble) => {
    if (trouble === null ? raised === null : raised) return;
    try {
      await (trouble === null ? over() : raise(trouble));
    } catch (error) {
      log.warn({ err: error }, 'the alarm of the journal could not be written down');
    }
  };
}

/** Posts alarms as JSON. */
export function webhook(url: string): AlarmParts['send'][number] {
  return async (alarm) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...alarm, ...alarmWords[alarm.kind] }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
  };
}

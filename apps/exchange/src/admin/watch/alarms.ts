import { alarmTexts, type Alarm, type AlarmKind } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';

/** Figures that the alarms are derived from. */
export interface Watched {
  /** Uptime of this process. */
  readonly upMs: number;
  readonly lagMs: number;
  readonly commitMs: number;
  /** The difference between tables and engine; null if they agree. */
  readonly booksDiffer: string | null;
  /** The fault in the audit log's chain; null if it is intact. */
  readonly auditAltered: string | null;
  /** Withdrawals and approvals whose rows differ from what was decided. */
  readonly altered: readonly string[];
  readonly wrongCodes: number;
  /** Operators whose authenticator codes were guessed until they were locked. */
  readonly operatorsGuessed: readonly string[];
  /** Operators who stopped as many customers within an hour as one may. */
  readonly operatorsAtBound: readonly string[];
  /** Consecutive codes that could not be delivered. */
  readonly codesNotSent: Readonly<Record<'mail' | 'sms', number>>;
  /** Purposes whose hourly allowance of codes for strangers is used up. */
  readonly codesUsedUp: readonly string[];
  /** Coins of which less is held than owed. */
  readonly shortOf: readonly string[];
  /** Custody's last error; null while it works. */
  readonly chainTrouble: string | null;
  /** Chains that reorganised as deep as the confirmations we require. */
  readonly reorganised: string | null;
  /** Coins whose hot wallet is below its minimum. */
  readonly hotLow: readonly string[];
  /** Age of the oldest waiting item; 0 if none waits. */
  readonly identityWaitMs: number;
  readonly withdrawalWaitMs: number;
  /** Days on which a bank's statement and the ledger differ. */
  readonly bankBreaks: readonly string[];
  /** Payments and entries that no statement shows, though it should by now. */
  readonly bankLate: readonly string[];
  /** Components other than the ledger that had an error within the last minutes. */
  readonly failedParts: readonly string[];
}

const hourMs = 3_600_000;
/** Grace period after a start, while the tables may lag. */
const startingMs = 5 * 60_000;
/** A single undeliverable address raises no alarm. */
const minNotSent = 3;

/** The journal's alarm is separate: if the journal can't be written, the database may be unreadable too. */
type CheckedAlarm = Exclude<AlarmKind, 'journalFails'>;

/** The condition of each alarm, and its text. */
const conditions: Readonly<Record<CheckedAlarm, (watched: Watched) => string | null>> = {
  projectionLag: ({ lagMs, upMs }) => (lagMs > 10_000 && upMs > startingMs ? `${Math.round(lagMs / 1000)} s` : null),
  journalSlow: ({ commitMs }) => (commitMs > 1_000 ? `${Math.round(commitMs)} ms` : null),
  booksDiffer: ({ booksDiffer }) => booksDiffer,
  auditAltered: ({ auditAltered }) => auditAltered,
  withdrawalAltered: ({ altered }) => listed(altered),
  wrongCodes: ({ wrongCodes }) => (wrongCodes > 0 ? String(wrongCodes) : null),
  operatorsGuessed: ({ operatorsGuessed }) => listed(operatorsGuessed),
  manyStops: ({ operatorsAtBound }) => listed(operatorsAtBound),
  codesNotSent: ({ codesNotSent: { mail, sms }, codesUsedUp }) =>
    listed([
      ...(mail >= minNotSent ? [`${mail} mails`] : []),
      ...(sms >= minNotSent ? [`${sms} SMS`] : []),
      ...codesUsedUp.map((name) => `${name}: all of this hour`),
    ]),
  solvency: ({ shortOf }) => listed(shortOf),
  chainStalled: ({ chainTrouble }) => chainTrouble,
  chainReorganised: ({ reorganised }) => reorganised,
  hotLow: ({ hotLow }) => listed(hotLow),
  identityQueue: ({ identityWaitMs }) => waiting(identityWaitMs, 24 * hourMs),
  withdrawalQueue: ({ withdrawalWaitMs }) => waiting(withdrawalWaitMs, 4 * hourMs),
  bankBreak: ({ bankBreaks }) => listed(bankBreaks),
  bankStatementLate: ({ bankLate }) => listed(bankLate),
  partFailed: ({ failedParts }) => listed(failedParts),
};

const checkedAlarms = Object.keys(conditions) as CheckedAlarm[];

function listed(found: readonly string[]): string | null {
  return found.length > 0 ? found.join(', ') : null;
}

function waiting(ms: number, maxMs: number): string | null {
  return ms > maxMs ? `${Math.floor(ms / hourMs)} h` : null;
}

export interface Raised {
  readonly kind: AlarmKind;
  readonly detail: string;
  readonly since: number;
}

export interface AlarmsOptions {
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  /** Delivers alarms by mail and webhook. Failures are logged, and tried again at the next look. */
  readonly send: readonly ((alarm: Raised) => Promise<void>)[];
  readonly now: () => number;
}

/** Raises each alarm once, and resolves it when its cause is gone. */
export interface Alarms {
  look(watched: Watched): Promise<void>;
  /** Reports the journal's error, or null if it works. Call it every few seconds; it never throws. */
  journal(trouble: string | null): Promise<void>;
  /** Open alarms and the latest resolved ones. */
  list(): Promise<Alarm[]>;
}

const shown = 30;
/** An alarm that can't be delivered for so long stays in the console alone. */
const deliveredWithinMs = 24 * hourMs;

interface Delivery {
  readonly alarm: Raised;
  readonly way: AlarmsOptions['send'][number];
}

export function createAlarms({ db, log, send, now }: AlarmsOptions): Alarms {
  /** False if it is open already. */
  async function write(alarm: Raised, until: number | null): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('alarms')
      .values({ ...alarm, until })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** What a mail server or webhook didn't take, for the next look. */
  let undelivered: readonly Delivery[] = [];

  async function deliver(deliveries: readonly Delivery[]): Promise<void> {
    const sent = await Promise.allSettled(deliveries.map(({ alarm, way }) => way(alarm)));
    const failed = deliveries.filter((delivery, index) => {
      const outcome = sent[index];
      if (outcome?.status !== 'rejected') return false;
      log.warn({ err: outcome.reason as unknown, kind: delivery.alarm.kind }, 'alarm.deliveryFailed');
      return true;
    });
    undelivered = [...undelivered, ...failed];
  }

  async function notify(alarm: Raised): Promise<void> {
    log.error(alarm, 'alarm.raised');
    await deliver(send.map((way) => ({ alarm, way })));
  }

  async function deliverAgain(): Promise<void> {
    const again = undelivered.filter(({ alarm }) => alarm.since > now() - deliveredWithinMs);
    undelivered = [];
    await deliver(again);
  }

  async function end(kinds: readonly AlarmKind[]): Promise<void> {
    await db
      .updateTable('alarms')
      .set({ until: now() })
      .where('kind', 'in', kinds)
      .where('until', 'is', null)
      .execute();
  }

  const journal = journalAlarm({ write, notify, end, log, now });
  return {
    look: async (watched) => {
      await deliverAgain();
      const found = checkedAlarms.map((kind) => ({ kind, detail: conditions[kind](watched) }));
      await end(found.filter(({ detail }) => detail === null).map(({ kind }) => kind));
      for (const { kind, detail } of found) {
        if (detail === null) continue;
        const alarm = { kind, detail, since: now() };
        if (kind === 'chainStalled' && (await isOfOtherChain(db, detail))) await end([kind]);
        if (await write(alarm, null)) await notify(alarm);
      }
    },
    journal: async (trouble) => {
      await deliverAgain();
      await journal(trouble);
    },
    list: async () => {
      const rows = await db.selectFrom('alarms').selectAll().orderBy('id', 'desc').limit(shown).execute();
      return rows.map((row) => ({ ...row, kind: row.kind as AlarmKind })).toSorted(openFirst);
    },
  };
}

/** True if the open alarm names none of the chains that stopped since: one network's long trouble hides no other's. */
async function isOfOtherChain(db: Kysely<Tables>, detail: string): Promise<boolean> {
  const open = await db
    .selectFrom('alarms')
    .select('detail')
    .where('kind', '=', 'chainStalled')
    .where('until', 'is', null)
    .executeTakeFirst();
  const known = open && chainsIn(open.detail);
  return known !== undefined && [...chainsIn(detail)].some((chain) => !known.has(chain));
}

/** The chains of a detail like `ETH: …; BSC: …`. */
function chainsIn(detail: string): ReadonlySet<string> {
  return new Set(Array.from(detail.matchAll(/(?:^|; )([A-Z0-9]+): /g), ([, chain = '']) => chain));
}

function openFirst(one: Alarm, other: Alarm): number {
  return Number(one.until !== null) - Number(other.until !== null) || other.since - one.since;
}

interface JournalAlarmOptions extends Pick<AlarmsOptions, 'log' | 'now'> {
  readonly write: (alarm: Raised, until: number | null) => Promise<boolean>;
  readonly notify: (alarm: Raised) => Promise<void>;
  readonly end: (kinds: readonly AlarmKind[]) => Promise<void>;
}

/** Raised even if the database is gone too; the record is written once the database is back. */
function journalAlarm({ write, notify, end, log, now }: JournalAlarmOptions): Alarms['journal'] {
  const kind = 'journalFails';
  /** null: none; undefined: an alarm of an earlier process may be open. */
  let raised: (Raised & { readonly isWritten: boolean }) | null | undefined;

  async function raise(detail: string): Promise<void> {
    const alarm = { kind, detail, since: now() } as const;
    // If another process raised it, that process has delivered it.
    const isNew = await write(alarm, null).catch(() => null);
    raised = { ...alarm, isWritten: isNew !== null };
    if (isNew !== false) await notify(alarm);
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
      log.warn({ err: error }, 'alarm.recordFailed');
    }
  };
}

/** Posts alarms as JSON. */
export function webhook(url: string): AlarmsOptions['send'][number] {
  return async (alarm) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...alarm, ...alarmTexts[alarm.kind] }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`the alarm webhook returned status ${response.status}`);
  };
}

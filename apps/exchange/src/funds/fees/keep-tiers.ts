import { sql } from 'kysely';
import type { Logger } from 'pino';
import { syncFeeOverrides, type FeeLedgerParts } from './fee-ledger.ts';
import { lookAtTurnover, type LookParts } from './look-at-turnover.ts';

export interface KeepTiersParts extends FeeLedgerParts, LookParts {
  /** Whether it is this process that looks at what was traded. */
  readonly isMine: () => boolean;
  readonly log: Logger;
}

/** Keeps customers in the tiers that they reach, and the ledger in line with that. */
export interface KeptTiers {
  /** Brings the ledger in line soon: a tier was changed. */
  wake(): void;
  /** One after the other, in all processes, so that nothing is brought in line with what is just being changed. */
  inTurn<T>(act: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const lookMs = 5_000;
const tryAgainMs = 60_000;

export function keepTiers(parts: KeepTiersParts): KeptTiers {
  const { db, isMine, log, now } = parts;
  let doneFor = '';
  /** Also at the start: a process may have died between writing a row and telling the ledger. */
  let isToAlign = true;
  let notBefore = 0;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** While no other process changes fees, or brings the ledger in line with them. */
  const alone = <T>(act: () => Promise<T>): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('fees', 0))`.execute(transaction);
      return act();
    });

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function look(): Promise<void> {
    const day = new Date(now()).toISOString().slice(0, 10);
    if (isClosed || performance.now() < notBefore) return;
    try {
      if (isMine() && day !== doneFor) {
        const known = await db.selectFrom('fee_days').select('day').where('day', '=', day).executeTakeFirst();
        if (!known && (await alone(() => lookAtTurnover(parts, day))).length > 0) isToAlign = true;
        doneFor = day;
      }
      if (!isToAlign) return;
      isToAlign = false;
      await alone(() => syncFeeOverrides(parts));
    } catch (error) {
      isToAlign = true;
      notBefore = performance.now() + tryAgainMs;
      log.error({ err: error }, 'fee tiers could not be kept; trying again');
    }
  }

  let isBusy = false;
  const begin = (): void => {
    if (isBusy) return;
    isBusy = true;
    void inTurn(look).finally(() => {
      isBusy = false;
    });
  };
  begin();
  const timer = setInterval(begin, lookMs);
  return {
    wake: () => {
      isToAlign = true;
      void inTurn(look);
    },
    inTurn: (act) => inTurn(() => alone(act)),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await last;
    },
  };
}

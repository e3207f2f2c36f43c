import type { Account, CustomerService } from '../../accounts/index.ts';
import { operatorsAtBound } from '../../audit/acts-per-hour.ts';
import { watchAudit } from '../../audit/watch-audit.ts';
import type { BankOperations } from '../../banks/index.ts';
import type { CustodyReport } from '../../custody/index.ts';
import type { WithdrawalReview } from '../../funds/withdrawals/index.ts';
import type { Review } from '../../identity/index.ts';
import type { ContextOf } from '../../context.ts';
import type { BatchFigures } from '../../ledger/gateway.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { Listeners } from '../../platform/listeners.ts';
import { createAlarms, webhook, type AlarmsOptions, type Alarms, type Watched, type Raised } from './alarms.ts';
import type { Approvals } from '../approvals.ts';
import { guessedOperators } from '../staff/verify-factors.ts';
import { createSampler, type SampleRow } from './sampler.ts';
import type { Mailer, Mail } from '../../platform/mail/mailer.ts';
import { alarmTexts } from '@fft/console-contract';
import { layOut } from '../../platform/mail/layout.ts';

export interface WatchNeeds {
  readonly ledger: Ledger;
  readonly batches: Pick<Listeners<BatchFigures>, 'add'>;
  readonly mailer: Mailer;
  readonly account: Pick<Account, 'codeAlarm' | 'sender'>;
  readonly customers: Pick<CustomerService, 'count'>;
  readonly identityReview: Pick<Review, 'figures'>;
  readonly withdrawals: Pick<WithdrawalReview, 'countWaiting' | 'altered'>;
  readonly approvals: Pick<Approvals, 'altered'>;
  readonly banks: Pick<BankOperations, 'watched'>;
  /** Null if this process follows no chain. */
  readonly custody: CustodyReport | null;
  /** Millionths of a USDT traded within a day, and earned. */
  readonly dayTurnover: () => bigint;
  readonly earned: () => bigint;
  readonly sockets: () => number;
}

/** The alarm of a failed part lasts for this long. */
const failedWithinMs = 5 * 60_000;
const journalEveryMs = 5_000;

/** Takes a sample every minute and raises alarms, those of the journal sooner. */
export function createWatch(context: ContextOf<'admin'>, needs: WatchNeeds): { alarms: Alarms; jobs: readonly Job[] } {
  const { storage, log, now } = context;
  const { ledger, customers, dayTurnover, earned, sockets } = needs;
  const { host, projector, gateway } = ledger;
  const { db } = storage.pools.operators;
  const alarms = createAlarms({ db, log, send: sendersOf(context, needs.mailer), now });
  const watched = readWatched(context, needs);
  const sampler = createSampler({
    db,
    now,
    isMine: () => projector.isWriting,
    read: async () => ({
      volume: dayTurnover(),
      fees: earned(),
      customers: await customers.count(),
      sockets: sockets(),
      openOrders: host.openCount,
      lagMs: projector.lagMs,
    }),
    onSample: async (sample) => alarms.look(await watched(sample)),
  });
  needs.batches.add((figures) => sampler.batch(figures));
  const journal = createJob({
    name: 'admin.journalAlarm',
    everyMs: journalEveryMs,
    run: () => alarms.journal(gateway.trouble),
  });
  return { alarms, jobs: [sampler.job, journal] };
}

function readWatched({ storage, settings, incidents, now }: ContextOf<'admin'>, needs: WatchNeeds) {
  const { ledger, account, identityReview, withdrawals, approvals, banks, custody } = needs;
  const audit = watchAudit(storage.longRunning.pool);
  const startedAt = performance.now();
  return async ({ lag_ms, commit_us }: SampleRow): Promise<Watched> => {
    const [identity, waiting, guessed, payments, proposals, atBound, { breaks, late, short }] = await Promise.all([
      identityReview.figures(),
      withdrawals.countWaiting(),
      guessedOperators(storage.pools.operators.db, now()),
      withdrawals.altered(),
      approvals.altered(),
      operatorsAtBound(storage.pools.operators.db, settings, now()),
      banks.watched(),
    ]);
    return {
      upMs: performance.now() - startedAt,
      lagMs: lag_ms,
      commitMs: commit_us / 1000,
      booksDiffer: ledger.books.difference,
      auditAltered: await audit.look(),
      altered: [...payments.map((id) => `withdrawal ${id}`), ...proposals.map((id) => `approval ${id}`)],
      wrongCodes: account.codeAlarm.excess,
      operatorsGuessed: guessed,
      operatorsAtBound: atBound,
      codesNotSent: account.sender.failures,
      codesUsedUp: account.sender.usedUp,
      shortOf: [...(custody?.short ?? []), ...short],
      bankBreaks: breaks,
      bankLate: late,
      chainTrouble: custody?.trouble ?? null,
      reorganised: custody?.reorganised ?? null,
      hotLow: custody?.low ?? [],
      identityWaitMs: now() - (identity.oldest ?? now()),
      withdrawalWaitMs: now() - (waiting.oldest ?? now()),
      failedParts: incidents.recent(failedWithinMs),
    };
  };
}

function sendersOf({ settings }: ContextOf<'admin'>, mailer: Mailer): AlarmsOptions['send'] {
  const { mail, webhookUrl } = settings.alarms;
  const senders: AlarmsOptions['send'][number][] = [];
  if (mail !== null) senders.push((alarm) => mailer.send(mail, alarmMail(alarm)));
  if (webhookUrl !== null) senders.push(webhook(webhookUrl));
  return senders;
}

/** The mail about an alarm, in both languages, as the reader's language is unknown. */
function alarmMail({ kind, detail, since }: Raised): Mail {
  const { zh, en } = alarmTexts[kind];
  const time = new Date(since).toISOString();
  const lead = [detail, `Since ${time}`, `${zh}：${detail}`, `自 ${time} 起`];
  return layOut('en', {
    subject: `{brand} alarm: ${en} / 警报：${zh}`,
    heading: en,
    lead,
    rest: [],
    antiPhishing: null,
  });
}

import type { Kysely, Transaction } from 'kysely';
import type { AccountMessage, Inbox } from '../../content/index.ts';
import type { Tables } from '../room.ts';
import type { Gateway } from '../../ledger/gateway.ts';
import { creditedUnder, haveTablesCaughtUp } from '../../ledger/ledger-lookup.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { creditId, entryStatement, matchStatement, type EntryRow } from './entries.ts';
import type { Judge } from './judge.ts';
import { creditedMessage, gaveBackMessage, heldMessage } from '../messages.ts';
import { unitsPerMinor } from './minor-units.ts';
import { settlePayouts, settlingStep, type SettlingOptions } from '../payouts/settle.ts';
import type { Step } from './step.ts';
import type { Doubt, EntryState } from '../tables.ts';

export interface CreditingOptions extends SettlingOptions {
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly isListed: (account: number) => Promise<boolean>;
  readonly judge: Judge;
  readonly inbox: Inbox;
}

export interface Crediting {
  /** Judges new entries and credits the matched ones. */
  run(signal?: AbortSignal): Promise<void>;
}

const rowsAtOnce = 200;

/** Takes entries from `new` to their end. The next run resumes a run that died; one ledger id per credit keeps the credit from repeating. */
export function createCrediting(options: CreditingOptions): Crediting {
  const { db, log } = options;
  return {
    run: async (signal) => {
      for (const [state, act] of [
        ['new', () => judgeNext(options)],
        ['settled', () => settlePayouts(options)],
        // A returned payment waits until its payout is settled.
        ['new', () => judgeNext(options)],
        ['matched', () => creditNext(options)],
      ] as const) {
        const seen = await db
          .selectFrom('bank_entries')
          .select('id')
          .where('state', '=', state)
          .limit(1)
          .executeTakeFirst();
        if (seen === undefined || signal?.aborted) continue;
        await act().catch((err: unknown) => log.error({ err, state }, 'bankEntry.failed'));
      }
    },
  };
}

async function judgeNext(options: CreditingOptions): Promise<void> {
  const { db } = options;
  for (let after = 0; ;) {
    const rows = await rowsIn(db, 'new', after);
    for (const row of rows) await judgeOne(options, row);
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < rowsAtOnce) return;
  }
}

function rowsIn(db: Kysely<Tables>, state: EntryState, after: number): Promise<EntryRow[]> {
  return db
    .selectFrom('bank_entries')
    .selectAll()
    .where('state', '=', state)
    .where('id', '>', after)
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute();
}

async function judgeOne(options: CreditingOptions, row: EntryRow): Promise<void> {
  const { db, authority, judge, inbox, log, now } = options;
  const isProven = authority.isMacOf(entryStatement(row), row.mac);
  if (!isProven) log.fatal({ entry: row.id }, 'bankEntry.altered');
  const own = isProven ? await judgedStep() : ({ state: 'queued', doubts: ['altered'] } as const satisfies Step);
  await db.transaction().execute(async (transaction) => {
    const settling = isProven && row.unusual === null ? await settlingStep(transaction, options, row) : undefined;
    if (settling === null) return;
    const step: Step = settling ?? own;
    const isMoved = await moveEntry(transaction, row, { ...step, updated: now() });
    const { customer } = step;
    if (isMoved && step.state === 'queued' && customer != null)
      await inbox.send(transaction, customer, heldMessage(row));
  });

  async function judgedStep(): Promise<Step> {
    const { customer, doubts } = await judge(row);
    const isListed = await options.isListed(row.account);
    const all: readonly Doubt[] = isListed ? doubts : ['account', ...doubts];
    if (all.length > 0) return { state: 'queued', customer, doubts: all };
    return { state: 'matched', customer, match_mac: authority.macOf(matchStatement(row, 'credit', customer)) };
  }
}

async function creditNext(options: CreditingOptions): Promise<void> {
  // Only the tables show what was credited before: wait until they have caught up.
  if (!(await haveTablesCaughtUp(options))) return;
  for (let after = 0; ;) {
    const rows = await rowsIn(options.db, 'matched', after);
    for (const row of rows) await creditOne(options, row);
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < rowsAtOnce) return;
  }
}

async function creditOne(options: CreditingOptions, row: EntryRow): Promise<void> {
  const { db, authority, log, now } = options;
  const { customer } = row;
  const isProven =
    authority.isMacOf(entryStatement(row), row.mac) &&
    authority.isMacOf(matchStatement(row, 'credit', customer), row.match_mac);
  if (!isProven || customer === null) {
    log.fatal({ entry: row.id }, 'bankEntry.altered');
    await moveEntry(db, row, { state: 'queued', doubts: ['altered'], match_mac: null, updated: now() });
    return;
  }
  const id = creditId(row);
  const isCredited = (await creditedUnder(db, [id])).has(id);
  const refused = isCredited ? null : await submit(options, row, customer);
  if (refused !== null) log.error({ entry: row.id, reason: refused }, 'bankEntry.refusedByLedger');
  await db.transaction().execute(async (transaction) => {
    if (refused !== null)
      return void (await moveEntry(transaction, row, {
        state: 'queued',
        doubts: ['ledger'],
        match_mac: null,
        updated: now(),
      }));
    const isBack = row.is_return && row.payout !== null;
    const state = isBack ? 'gaveBack' : 'credited';
    const message = isBack ? gaveBackMessage(row) : creditedMessage(row);
    await endWith(transaction, options, { row, step: { state }, customer, message });
  });
}

interface Ending {
  readonly row: EntryRow;
  readonly step: Step;
  readonly customer: number;
  readonly message: AccountMessage;
}

/** Moves an entry and notifies its customer, once. */
async function endWith(
  transaction: Transaction<Tables>,
  { inbox, now }: Pick<CreditingOptions, 'inbox' | 'now'>,
  { row, step, customer, message }: Ending,
): Promise<void> {
  if (await moveEntry(transaction, row, { ...step, updated: now() })) await inbox.send(transaction, customer, message);
}

/** Submits an entry's credit. Returns the ledger's reason for a rejection; null if the ledger has the credit. */
async function submit({ gateway, directory }: CreditingOptions, row: EntryRow, owner: number): Promise<string | null> {
  const scale = unitsPerMinor(directory, row.currency);
  const asset = directory.assetId(row.currency);
  const amount = row.amount * (scale ?? 0);
  if (asset === null || scale === null || !Number.isSafeInteger(amount)) return 'unknownAsset';
  const outcome = await gateway.submit({
    type: 'deposit',
    requestId: creditId(row),
    source: 'chain',
    owner,
    kind: 'fiat',
    asset,
    amount,
  });
  return outcome.kind === 'done' ? null : outcome.reason;
}

/** Moves an entry to its next state. False if the entry's state or details have changed since they were read. */
export async function moveEntry(
  db: Kysely<Tables>,
  row: Pick<EntryRow, 'id' | 'state' | 'mac'>,
  { doubts, ...change }: Step & { readonly updated: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bank_entries')
    .set({ ...change, ...(doubts && { doubts: [...doubts] }) })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .where('mac', '=', row.mac)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

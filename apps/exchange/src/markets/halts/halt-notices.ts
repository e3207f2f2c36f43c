import { firstCustomer, type MarketState } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { AccountMessage, Inbox } from '../../content/index.ts';
import type { Tables } from '../room.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import { haltMessage } from './halt-message.ts';

export interface HaltNoticesOptions {
  readonly db: Kysely<Tables>;
  readonly inbox: Inbox;
  readonly ledger: Pick<Ledger, 'host' | 'projector' | 'directory'>;
}

const everyMs = 1_000;

/**
 * Notifies customers of halted markets, and of their opening: those with open orders in them, and those who keep them as favourites. One process does it; a market that
 * was halted before the process began is not reported again.
 */
export function createHaltNotices({ db, inbox, ledger }: HaltNoticesOptions): Job {
  const { host, projector, directory } = ledger;
  let known: ReadonlyMap<number, MarketState> | null = null;
  /** Markets whose halt was reported. */
  const halted = new Set<number>();

  async function run(signal: AbortSignal): Promise<void> {
    const before = known;
    const markets = directory.markets();
    known = new Map(markets.map(({ id, rules }) => [id, rules.state]));
    if (before === null) {
      for (const { id, rules } of markets) if (rules.state === 'halted') halted.add(id);
      return;
    }
    for (const { id, rules } of markets) {
      const { state, symbol } = rules;
      if (before.get(id) === state) continue;
      const isHalt = state === 'halted' && !halted.has(id);
      const isEnd = state === 'open' && halted.has(id);
      if (!isHalt && !isEnd) continue;
      if (isHalt) halted.add(id);
      else halted.delete(id);
      await sendAll(await readersOf(id, symbol), haltMessage(symbol, isHalt), signal);
    }
  }

  async function readersOf(market: number, symbol: string): Promise<ReadonlySet<number>> {
    const readers = new Set<number>();
    for (const { command } of host.openRecords) if (command.market === market) readers.add(command.owner);
    const { rows } = await sql<{ customer: number }>`
      select customer from favourites where symbols ? ${symbol}`.execute(db);
    for (const { customer } of rows) readers.add(customer);
    return readers;
  }

  async function sendAll(readers: ReadonlySet<number>, message: AccountMessage, signal: AbortSignal): Promise<void> {
    for (const customer of readers) {
      if (signal.aborted) return;
      if (customer >= firstCustomer) await inbox.send(db, customer, message);
    }
  }

  return createJob({ name: 'markets.haltNotices', everyMs, leaderOnly: () => projector.isWriting, run });
}

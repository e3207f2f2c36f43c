import { createHash } from 'node:crypto';
import type { Command } from '@fft/engine';
import type { Entry, Journal } from '@fft/journal';
import { encodeCommands } from '../../../exchange/src/ledger/codec.ts';
import { marketSeeds } from '../../../exchange/src/ledger/listings/seeds.ts';
import type { EngineHost } from '../../../exchange/src/ledger/replica/engine-host.ts';
import { planHistory, type HistoryPlanOptions } from './plan-history.ts';

export interface PlayHistoryOptions {
  readonly journal: Journal;
  /** An engine host that has applied the whole journal. */
  readonly host: EngineHost;
  readonly plan: HistoryPlanOptions;
  /** Prints progress to the terminal. */
  readonly say: (line: string) => void;
}

/**
 * Writes the demo's past batch by batch into a journal that holds nothing else. A killed start resumes where the journal's number of
 * entries says. Each batch has an id derived from the plan, so that none is written twice. Does nothing on a journal whose last
 * entry is not of this plan.
 */
export async function playHistory({ journal, host, plan, say }: PlayHistoryOptions): Promise<void> {
  const played = host.sequence;
  if (played > 0 && !(await endsInHistory(journal, played, plan))) return;
  let number = 0;
  let written: Written | null = null;
  for (const commands of planHistory(plan)) {
    number += 1;
    if (number <= played) continue;
    if (written === null) say(`Playing ${plan.days} days of demo history …`);
    const appending = journal.append({ batchId: batchIdOf(plan, number), bytes: encodeCommands(commands) });
    // Apply one batch while the next is being written to disk.
    await Promise.all([appending, apply(host, written)]);
    written = { entry: await appending, commands };
  }
  await apply(host, written);
}

interface Written {
  readonly entry: Entry;
  readonly commands: readonly Command[];
}

/** Rejects its promise instead of throwing, so that a caller that awaits two promises sees both errors. */
async function apply(host: EngineHost, written: Written | null): Promise<void> {
  if (written !== null) host.apply(written.entry, written.commands);
}

async function endsInHistory(journal: Journal, played: number, plan: HistoryPlanOptions): Promise<boolean> {
  const [last] = await journal.read(played - 1, 1);
  return last?.batchId === batchIdOf(plan, played);
}

/** A part of each batch's id. Markets of another listing have other numbers, so its history is not continued. */
const listing = marketSeeds.map(({ symbol }) => symbol).join();

/** Derives a UUID from the plan and the batch's number. */
function batchIdOf({ seed, until, days, maker, taker }: HistoryPlanOptions, number: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, until, days, maker, taker, number, listing]))
    .digest('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => digest.slice(from, to))
    .join('-');
}

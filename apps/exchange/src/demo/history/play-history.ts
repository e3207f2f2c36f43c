import { createHash } from 'node:crypto';
import type { Command } from '@fft/engine';
import type { Entry, Journal } from '@fft/journal';
import { encodeCommands } from '../../ledger/codec.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import { planHistory, type HistoryPlanOptions } from './plan-history.ts';

export interface PlayHistoryOptions {
  readonly journal: Journal;
  /** Has applied everything that the journal holds. */
  readonly host: EngineHost;
  readonly plan: HistoryPlanOptions;
  /** What people at the terminal should see while it takes long. */
  readonly say: (line: string) => void;
}

/**
 * Writes the demo's past into a journal that holds nothing else, batch by batch, as if it had been lived through. A start that was killed in
 * the midst of it is taken up where it ended: the number of entries says how far it is, and each batch has an id of its own that follows
 * from the plan, so that none is written twice. Does nothing on a journal whose last entry isn't of this plan.
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
    // One batch is applied while the next is on its way to the disk.
    await Promise.all([appending, apply(host, written)]);
    written = { entry: await appending, commands };
  }
  await apply(host, written);
}

interface Written {
  readonly entry: Entry;
  readonly commands: readonly Command[];
}

/** Throws by its promise, so that who waits for another one too hears of both. */
async function apply(host: EngineHost, written: Written | null): Promise<void> {
  if (written !== null) host.apply(written.entry, written.commands);
}

async function endsInHistory(journal: Journal, played: number, plan: HistoryPlanOptions): Promise<boolean> {
  const [last] = await journal.read(played - 1, 1);
  return last?.batchId === batchIdOf(plan, played);
}

/** A UUID that follows from the plan and the batch's number. */
function batchIdOf({ seed, until, days, maker, taker }: HistoryPlanOptions, number: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, until, days, maker, taker, number]))
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

import { createEngine } from '@fft/engine';
import { PostgresJournal } from '@fft/journal';
import { createInbox } from '../../src/content/inbox.ts';
import { Directory } from '../../src/ledger/listings/directory.ts';
import { Gateway } from '../../src/ledger/gateway.ts';
import type { BatchEvents } from '../../src/ledger/replica/batch-events.ts';
import { EngineHost } from '../../src/ledger/replica/engine-host.ts';
import { testAuthority, testBlocks } from '../test-authority.ts';
import type { RunLedger } from './exchange-side.ts';

export interface SharedLedger extends RunLedger {
  close(): Promise<void>;
}

/** This process's replica of the ledger whose journal is in a database. */
export async function openSharedLedger(
  url: string,
  { now, onBatch = () => undefined }: { readonly now: () => number; readonly onBatch?: (batch: BatchEvents) => void },
): Promise<SharedLedger> {
  const journal = new PostgresJournal({ url });
  const host = new EngineHost(journal, createEngine);
  host.subscribe(onBatch);
  await host.catchUp();
  const onFatal = (error: unknown): never => {
    throw error;
  };
  const gateway = new Gateway({ journal, host, now, onFatal });
  const authority = testAuthority();
  const parts = { host, gateway, directory: new Directory(host.engine), authority, blocks: testBlocks(authority) };
  const close = async (): Promise<void> => {
    await gateway.close();
    await journal.close();
  };
  return { ...parts, inbox: createInbox(now), now, close };
}

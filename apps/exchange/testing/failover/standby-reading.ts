import { findPrimary } from '@fft/postgres';
import { sql } from 'kysely';
import pino from 'pino';
import { openPools } from '../../src/database/pools.ts';
import { newReadMark, readMark, type ReadMark } from '../../src/database/standby/read-mark.ts';
import { openReads, type Reads } from '../../src/database/standby/reads.ts';
import type { PairedServer } from './database-pair.ts';

/** A line of the log about standbys. */
export interface Line {
  readonly msg: string;
  readonly standby?: string;
  readonly err?: { readonly message: string };
  readonly reasons?: readonly string[];
}

export interface Notes {
  /** Data folder of the server that answered. */
  readonly from: string;
  readonly texts: readonly string[];
  readonly mark: ReadMark;
}

/** Reads as the exchange does, from a table of notes. */
export interface Reading {
  readonly reads: Reads;
  readonly lines: readonly Line[];
  notes(through?: 'lists' | 'exact' | 'console'): Promise<Notes>;
  /** Ends the looks at standbys. */
  stopLooking(): Promise<void>;
  close(): Promise<void>;
}

/** @param url the standby's */
export async function openReading(primaryUrl: string, url: string): Promise<Reading> {
  const lines: Line[] = [];
  const serializers = { err: pino.stdSerializers.err };
  const log = pino({ serializers }, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const identity = await findPrimary(primaryUrl);
  const pools = openPools(primaryUrl, () => undefined);
  const reads = openReads({ url, primaryUrl, identity, pools, log, now: Date.now });
  reads.standby?.job.start();
  const stopLooking = async (): Promise<void> => reads.standby?.job.stop();
  return {
    reads,
    lines,
    notes: async (through = 'exact') => {
      const mark = newReadMark();
      const query = sql<Omit<Notes, 'mark'>>`
        select current_setting('data_directory') as from, coalesce(array_agg(text), '{}') as texts from notes`;
      const { rows } = await readMark.run(mark, () => query.execute(reads[through]));
      return { from: rows[0]?.from ?? '', texts: rows[0]?.texts ?? [], mark };
    },
    stopLooking,
    close: async () => {
      await stopLooking();
      await reads.close();
      for (const pool of Object.values(pools)) await pool.close();
    },
  };
}

/** The URL of one server, through its door. */
export function urlOf({ url, door }: Pick<PairedServer, 'url' | 'door'>): string {
  const { username, password } = new URL(url);
  return `postgres://${username}:${password}@127.0.0.1:${door.port}/fft?sslmode=disable`;
}

import { randomBytes, randomUUID } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, NoRespondersError } from '@nats-io/transport-node';
import { startNatsCluster, startNatsServer, type NatsCluster, type NatsServer } from '@fft/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyChain } from './chain.ts';
import { JournalOutcomeUnknown, JournalUnavailable } from './journal-errors.ts';
import { describeJournal } from '../testing/journal-suite.ts';
import type { AppendFault } from './memory-journal.ts';
import { NatsJournal } from './nats-journal.ts';

describe('NATS', () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.close());

  const freshStream = (): string => `TEST_${randomBytes(6).toString('hex')}`;

  describeJournal('NatsJournal', async () => {
    const stream = freshStream();
    const faults: AppendFault[] = [];
    const delayed: (() => Promise<unknown>)[] = [];
    const send = async (publish: () => Promise<unknown>): Promise<unknown> => {
      const fault = faults.shift();
      if (fault === undefined) return publish();
      if (fault === 'refused') throw new NoRespondersError(stream);
      if (fault === 'delayed') delayed.push(publish);
      else await publish();
      throw new Error('the response was lost');
    };
    const journal = new NatsJournal({ url: server.url, stream, send });
    await journal.head();
    return {
      journal,
      open: () => new NatsJournal({ url: server.url, stream }),
      injectFault: async (fault) => void faults.push(fault),
      landDelayed: async () => {
        for (const publish of delayed.splice(0)) await publish().catch(() => undefined);
      },
      close: () => journal.close(),
    };
  });

  test('a new reader finds all entries among abandoned batches', async () => {
    const stream = freshStream();
    const journal = new NatsJournal({ url: server.url, stream });
    for (let index = 1; index <= 150; index += 1) {
      await journal.append({ batchId: randomUUID(), bytes: Buffer.from(String(index)) });
      if (index % 7 === 0) expect(await journal.find(randomUUID())).toBeNull();
    }
    const other = new NatsJournal({ url: server.url, stream });
    expect((await other.read(99, 3)).map(({ sequence }) => sequence)).toEqual([100, 101, 102]);
    expect((await other.read(102, 100)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 48 }, (_, n) => n + 103),
    );
    expect((await other.read(0, 1))[0]?.sequence).toBe(1);
    expect(await other.read(150, 5)).toEqual([]);
    expect((await verifyChain(other)).sequence).toBe(150);
    await Promise.all([journal.close(), other.close()]);
  });

  test('a batch above the size limit is certainly not written', async () => {
    const journal = new NatsJournal({ url: server.url, stream: freshStream() });
    const tooLarge = { batchId: randomUUID(), bytes: new Uint8Array(2_000_000) };
    await expect(journal.append(tooLarge)).rejects.toThrow(JournalUnavailable);
    expect((await journal.append({ batchId: randomUUID(), bytes: Buffer.of(1) })).sequence).toBe(1);
    await journal.close();
  });

  test('an unreachable server has certainly written nothing', async () => {
    const journal = new NatsJournal({ url: 'nats://127.0.0.1:1', timeoutMs: 300 });
    await expect(journal.append({ batchId: randomUUID(), bytes: Buffer.of(1) })).rejects.toThrow(JournalUnavailable);
    await journal.close();
  });

  test(
    'a server killed under load and restarted has every acknowledged batch once, and continues',
    { timeout: 30_000 },
    async () => {
      const own = await startNatsServer();
      const written = writeBy(() => new NatsJournal({ url: own.url, timeoutMs: 500 }));
      for (let round = 1; round <= 3; round += 1) {
        await expect.poll(() => written.answered.size, { timeout: 10_000 }).toBeGreaterThan(round * 100);
        await own.kill();
        await own.start();
      }
      await expect.poll(() => written.answered.size, { timeout: 10_000 }).toBeGreaterThan(500);
      await written.judge();
      await own.close();
    },
  );

  test(
    'if any of three servers is killed under load, the others have every acknowledged batch once, and continue',
    { timeout: 60_000 },
    async () => {
      const cluster = await startNatsCluster();
      const written = writeBy(() => new NatsJournal({ url: cluster.url, replicas: 3, timeoutMs: 1_000 }));
      await expect.poll(() => written.answered.size, { timeout: 20_000 }).toBeGreaterThan(100);
      await (await leaderOf(cluster)).kill();
      const before = written.answered.size;
      await expect.poll(() => written.answered.size, { timeout: 20_000 }).toBeGreaterThan(before + 200);
      await written.judge();
      await cluster.close();
    },
  );
});

const waitOptions = { timeout: 20_000, interval: 100 };

/** The server that handles all writes. */
async function leaderOf({ servers, url }: NatsCluster): Promise<NatsServer> {
  const connection = await connect({ servers: url.split(',') });
  const { cluster } = await (await jetstreamManager(connection)).streams.info('FFT');
  await connection.close();
  const leader = servers.find(({ name }) => name === cluster?.leader);
  if (!leader) throw new Error('the stream has no leader');
  return leader;
}

interface Written {
  readonly answered: ReadonlyMap<string, number>;
  /** Stops, looks up unknown outcomes, and compares with the journal. */
  judge(): Promise<void>;
}

/** Two writers that write continuously. */
function writeBy(open: () => NatsJournal): Written {
  const writers = [open(), open()];
  const answered = new Map<string, number>();
  const unknown: { batchId: string; journal: NatsJournal }[] = [];
  const over = new AbortController();
  const write = async (journal: NatsJournal): Promise<void> => {
    while (!over.signal.aborted) {
      const batchId = randomUUID();
      try {
        answered.set(batchId, (await journal.append({ batchId, bytes: Buffer.from(batchId) })).sequence);
      } catch (error) {
        if (error instanceof JournalOutcomeUnknown) unknown.push({ batchId, journal });
        else expect(error).toBeInstanceOf(JournalUnavailable);
      }
    }
  };
  const writing = Promise.all(writers.map(write));
  return {
    answered,
    judge: async () => {
      over.abort();
      await writing;
      for (const { batchId, journal } of unknown) {
        const entry = await vi.waitFor(() => journal.find(batchId), waitOptions);
        if (entry) answered.set(batchId, entry.sequence);
      }
      const [reader = open()] = writers;
      const end = await vi.waitFor(() => verifyChain(reader), waitOptions);
      const entries = await vi.waitFor(() => reader.read(0, end.sequence), waitOptions);
      expect(new Map(entries.map(({ batchId, sequence }) => [batchId, sequence]))).toEqual(answered);
      expect(entries).toHaveLength(answered.size);
      await Promise.all(writers.map((journal) => journal.close()));
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuzzEnvironment } from '../../fuzz/fuzz.ts';
import { startServer } from '../../fuzz/start-server.ts';
import { createTestDatabase } from '../../test-database.ts';
import { foreignClients, type Language } from './clients.ts';
import { runClients } from './run-clients.ts';

/** What was seen of a client, without figures that differ from run to run. */
interface Seen {
  readonly client: string;
  readonly wrongs: readonly string[];
  readonly traded: boolean;
}

const byName = (seen: readonly Seen[]): readonly Seen[] =>
  seen.toSorted((one, other) => one.client.localeCompare(other.client));

/** Lets the clients of a language trade for some seconds at a server of its own. */
export async function proveLanguage(language: Language): Promise<readonly Seen[]> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'fft-foreign-'));
  const own = { MODE: 'demo', PORT: '0', DATABASE_URL: database.url, DATA_DIR: dataDir };
  const server = await startServer({ ...fuzzEnvironment, ...own });
  try {
    const clients = foreignClients.filter((client) => client.language === language);
    const runs = await runClients({ url: server.url, clients, seconds: 15, say: () => undefined });
    return byName(
      runs.map(({ client, wrongs, fills, comparisons }) => ({
        client: client.name,
        wrongs,
        traded: fills > 0 && comparisons > 0,
      })),
    );
  } finally {
    await server.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What is expected of them all. */
export function soundRuns(language: Language): readonly Seen[] {
  const clients = foreignClients.filter((client) => client.language === language);
  return byName(clients.map(({ name }) => ({ client: name, wrongs: [], traded: true })));
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded-postgres.ts';
import { fuzzEnvironment } from '../fuzz.ts';
import { createSender } from '../send.ts';
import { startServer } from '../start-server.ts';
import { fuzzSignatures, type SignatureFuzzResult } from './fuzz-signatures.ts';
import { makeFuzzScene } from './fuzz-scene.ts';
import { createSocketSender } from './socket-sender.ts';
import { measureVerifyTime } from './verify-time.ts';

/**
 * `npm run fuzz:signatures`: sends a real server requests that were spoiled after they were signed. `-- --count 500 --seed 7 --from 1000` repeats the same
 * ones. `-- --canary` plants a bug in the server, which must be found. Exits with code 1 if one was accepted, placed an order, was answered with a server error or not answered. Prints how long the check of a signature
 * takes.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '27' },
    from: { type: 'string', default: '0' },
    canary: { type: 'boolean', default: false },
  },
});
const [count, seed, from] = [values.count, values.seed, values.from].map(Number) as [number, number, number];
const connections = 32;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function run(environment: Readonly<Record<string, string>>): Promise<SignatureFuzzResult> {
  const server = await startServer(environment, values.canary ? [join(import.meta.dirname, 'forgiving-check.ts')] : []);
  const sender = createSender(server.url, connections);
  const sockets = createSocketSender(server.url);
  try {
    const scene = await makeFuzzScene(server.url);
    const { keys, strange } = scene;
    const result = await fuzzSignatures({
      sender,
      sockets,
      keys,
      strange,
      seed,
      from,
      count,
      connections,
      now: Date.now,
    });
    const differences = await scene.judge(result);
    const code = await server.stop();
    const ends = code === 0 ? [] : [`the server exited with code ${String(code)}`];
    return { ...result, wrongs: [...result.wrongs, ...differences, ...ends] };
  } finally {
    sender.close();
    sockets.close();
    await server.stop();
  }
}

say(`Fuzzing signatures with seed ${seed} …`);
const dataDir = await mkdtemp(join(tmpdir(), 'fft-fuzz-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
try {
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: '0', MODE: 'demo', ...fuzzEnvironment };
  const { refused, accepted, busy, placed, wrongs } = await run(environment);
  for (const [kind, times] of refused) say(`  ${kind.padEnd(10)} ${times} refused`);
  for (const [door, times] of accepted) say(`  sound      ${times} accepted by the ${door} door`);
  say(`  orders     ${placed.length}, each of a sound request, with its trade`);
  say(`  any        ${busy} found the server busy`);
  for (const wrong of wrongs) say(`\n${wrong}`);
  say(
    wrongs.length === 0
      ? 'Nothing was wrong.'
      : `\n${wrongs.length} wrong; again with: npm run fuzz:signatures -- --seed ${seed}`,
  );
  for (const { differsAt, medianNs } of measureVerifyTime())
    say(`  ${Math.round(medianNs)} ns to check a signature that differs at ${differsAt}`);
  process.exitCode = wrongs.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

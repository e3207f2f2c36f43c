import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDecimal } from '@fft/decimal';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { drillCustody } from './drill.ts';
import type { CoinLine } from './judge.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2_147_483_646) + 1) },
  },
});
let state = Number(values.seed);
const random = (): number => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function cells({ coin, deposited, paid, fees, held, expected }: CoinLine): string[] {
  const decimal = (units: bigint): string => formatDecimal(units, coin.at.chainDecimals, { trim: true });
  return [coin.at.coin, ...[deposited, paid, fees, held, expected].map(decimal)];
}

const folder = await mkdtemp(join(tmpdir(), 'fft-custody-drill-postgres-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
try {
  // Each restart of signer and nodes takes longer than the last.
  const each = Math.min(5, Math.floor(Number(values.kills) / 5));
  const kills = { gateway: each, custody: Number(values.kills) - 4 * each, signer: each, anvil: each, litecoind: each };
  say(
    `seed ${values.seed}: ${Object.entries(kills)
      .map(([victim, times]) => `${victim} ${times} times`)
      .join(', ')}`,
  );
  const begun = performance.now();
  const { found, lines, blocksLost } = await drillCustody({
    url: postgres.url,
    count: Number(values.count),
    kills,
    calmMsMost: 8_000,
    pauseMs: 700,
    random,
    say,
  });
  say(`nodes lost ${blocksLost} blocks and got them back`);
  const table = [['coin', 'deposited', 'paid', "chain's fees", 'held', 'should be held'], ...lines.map(cells)];
  for (const row of table) say(row.map((cell) => cell.padStart(26)).join(''));
  for (const line of found) say(`✗ ${line}`);
  say(
    found.length === 0
      ? `✓ Each deposit and withdrawal happened once, and books and chains agree (${Math.round((performance.now() - begun) / 1000)} s).`
      : `✗ ${found.length} wrong results.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

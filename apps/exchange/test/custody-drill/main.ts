import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDecimal } from '@fft/decimal';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { drillCustody } from './drill.ts';
import type { CoinLine } from './judge.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    kills: { type: 'string', default: '20' },
  },
});
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
  const kills = Number(values.kills);
  const begun = performance.now();
  const { found, lines } = await drillCustody({
    url: postgres.url,
    count: Number(values.count),
    // Each time it waits longer before it is started again.
    signerKills: Math.min(6, Math.ceil(kills / 4)),
    exchangeKills: kills - Math.min(6, Math.ceil(kills / 4)),
    calmMsMost: 10_000,
    random: Math.random,
    say,
  });
  const table = [['coin', 'deposited', 'paid', "chain's fees", 'held', 'should be held'], ...lines.map(cells)];
  for (const row of table) say(row.map((cell) => cell.padStart(26)).join(''));
  for (const line of found) say(`✗ ${line}`);
  say(
    found.length === 0
      ? `✓ Each coin came once and went once, and books and chains agree (${Math.round((performance.now() - begun) / 1000)} s).`
      : `✗ ${found.length} things are not as they should be.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

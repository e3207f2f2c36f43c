import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDecimal } from '@fft/decimal';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { drillCustody } from './drill.ts';
import { faults } from './faults.ts';
import type { CoinLine } from './judge.ts';
import { type DrillChain, drillChains } from './network.ts';
import type { Victim } from './stage.ts';

const { values } = parseArgs({
  options: {
    chains: { type: 'string', default: drillChains.join(',') },
    count: { type: 'string', default: '500' },
    kills: { type: 'string', default: '60' },
    pause: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Plants every fault that the judge knows, and kills nothing: it must find all. */
    canary: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function cells({ coin, deposited, paid, fees, held, expected }: CoinLine): string[] {
  const decimal = (units: bigint): string => formatDecimal(units, coin.at.chainDecimals, { trim: true });
  return [`${coin.at.coin} on ${coin.chain}`, ...[deposited, paid, fees, held, expected].map(decimal)];
}

/** Signer and nodes at most five times, as each of their restarts takes longer than the last; the exchange's processes share the rest. */
function killsOf(total: number, chains: readonly DrillChain[]): Readonly<Partial<Record<Victim, number>>> {
  const each = Math.min(5, Math.floor(total / (chains.length + 3)));
  const rest = total - each * (chains.length + 1);
  const gateway = Math.floor(rest / 3);
  return {
    gateway,
    custody: rest - gateway,
    signer: each,
    ...Object.fromEntries(chains.map((chain) => [chain, each])),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'fft-custody-drill-postgres-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
try {
  const { canary } = values;
  const chains = drillChains.filter((chain) => (canary ? chain === 'ETH' : values.chains.split(',').includes(chain)));
  const kills = canary ? {} : killsOf(Number(values.kills), chains);
  say(
    `seed ${values.seed}: ${Object.entries(kills)
      .map(([victim, times]) => `${victim} ${times} times`)
      .join(', ')}`,
  );
  const begun = performance.now();
  const { found, lines, blocksLost, liesTold, invented, batches } = await drillCustody({
    url: postgres.url,
    chains,
    count: canary ? 4 : Number(values.count),
    kills,
    calmMsMost: 8_000,
    blockMs: canary ? 300 : 1_000,
    program: join(import.meta.dirname, '../../dist/main.js'),
    pauseMs: Number(values.pause),
    lies: canary ? null : { lieMs: 3_000, calmMsMost: 3_000 },
    faults: canary ? faults : [],
    seed: Number(values.seed),
    say,
  });
  say(`nodes lost ${blocksLost} blocks and got them back; ${batches} batches were paid by a contract`);
  say(
    `lies: ${[...liesTold].map(([lie, times]) => `${lie} ${times}`).join(', ')}; ${invented} invented deposits were seen`,
  );
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

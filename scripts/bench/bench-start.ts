/**
 * `npm run bench:start`: seconds until a new exchange with the demo market and its history is ready, for three starts on empty data folders. Run it on an
 * otherwise idle machine.
 */
import { newDataFolder, removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { build } from '../build.ts';

const starts = 3;

await build();
for (let start = 1; start <= starts; start += 1) {
  const dataDir = newDataFolder();
  const begun = performance.now();
  const exchange = await startExchange({ dataDir, env: { MAKER: 'on' } });
  console.log(`start ${start}: ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  await exchange.stop();
  removeDataFolder(dataDir);
}

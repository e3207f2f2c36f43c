import { calls } from '@fft/contract';
import type { Attack, World } from '../attack.ts';
import { puppet } from '../customers.ts';
import { fetchFrom } from '../fetch-from.ts';
import { countsOf, faultsIn } from '../world.ts';

/** Requests all paths concurrently, and each again once it is answered, until the run ends. */
async function read({ url, address, signal }: World, token: string, paths: readonly string[]): Promise<number[]> {
  const send = fetchFrom(address());
  const codes: number[] = [];
  const ask = async (path: string): Promise<void> => {
    do {
      try {
        const response = await send(url + path, { headers: { 'access-token': token } });
        const body = (await response.json()) as { readonly code?: number };
        codes.push(body.code ?? response.status);
      } catch {
        codes.push(0);
      }
    } while (!signal.aborted);
  };
  await Promise.all(paths.map(ask));
  return codes;
}

/** Reads of one customer. `heavy-reads.deep.test.ts` measures them over a long history, whose rows outside the journal would count as a fault here. */
function reading(name: string, pathOf: (index: number) => string): Attack {
  return {
    name,
    run: async (world) => {
      const { token } = await puppet(world, { USDT: '100' });
      const paths = Array.from({ length: world.count(150, 40) }, (_, index) => pathOf(index));
      const codes = await read(world, token, paths);
      const tried = `${codes.length.toLocaleString('en')} reads, ${paths.length} at once`;
      return { tried, refused: countsOf(codes), broke: faultsIn(codes) };
    },
  };
}

const heavy = [
  `${calls.assets.coinStatement.path}?type=fee&limit=100`,
  calls.trade.volume.path,
  `${calls.assets.statementFile.path}?type=fee`,
  `${calls.trade.history.path}?state=cancelled&limit=100`,
];

export const heavyReads: readonly Attack[] = [
  reading('worths', () => calls.assets.worth.path),
  reading('statements, volumes, histories', (index) => heavy[index % heavy.length] ?? ''),
  reading('candles and klines: limit 1,000', (index) => {
    const last = Math.floor(Date.now() / 1000) - index * 60;
    return index % 2 === 0
      ? `/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1000&endTime=${last * 1000}`
      : `${calls.candles.list.path}?symbol=BTC/USDT&interval=1m&limit=1000&to=${last * 1000}`;
  }),
];

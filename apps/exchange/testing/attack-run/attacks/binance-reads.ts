import type { Attack, World } from '../attack.ts';
import { fetchFrom } from '../fetch-from.ts';
import { countsOf, faultsIn } from '../world.ts';

/** A request of the Binance-compatible door. */
interface Asked {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests from one address, many at once, each again once it is answered, until the run ends. */
function asking(name: string, asked: (index: number) => Asked): Attack {
  return {
    name,
    run: async (world) => {
      const statuses = await askAll(world, asked);
      const tried = `${statuses.length.toLocaleString('en')} requests`;
      const answered = statuses.filter((status) => status === 200).length;
      return { tried: `${tried}, ${answered} answered`, refused: countsOf(statuses), broke: faultsIn(statuses) };
    },
  };
}

async function askAll({ url, address, signal, count }: World, asked: (index: number) => Asked): Promise<number[]> {
  const send = fetchFrom(address());
  const statuses: number[] = [];
  let index = 0;
  const lane = async (): Promise<void> => {
    do {
      const { path, headers = {} } = asked((index += 1));
      try {
        const response = await send(url + path, { headers });
        await response.arrayBuffer();
        statuses.push(response.status);
      } catch {
        statuses.push(0);
      }
    } while (!signal.aborted);
  };
  await Promise.all(Array.from({ length: count(60, 15) }, lane));
  return statuses;
}

const unknownKey = (index: number): string => index.toString(16).padStart(64, '0');
const signed = (): string => `timestamp=${Date.now()}&signature=${'0'.repeat(64)}`;
const zones = ['5:01', '5:45', '-3:30', '12:45'];
const intervals = ['1M', '1w', '3d', '1d', '6h', '1s'];

/** Reads by strangers, and requests signed by nobody. `bench/src/costs/beside.ts` measures them over a long past, whose rows outside the journal would count as a fault here. */
export const binanceReads: readonly Attack[] = [
  asking('klines joined in odd time zones', (index) => {
    const zone = zones[index % zones.length] ?? '';
    const interval = intervals[index % intervals.length] ?? '';
    return { path: `/api/v3/klines?symbol=BTCUSDT&interval=${interval}&limit=1000&timeZone=${zone}` };
  }),
  asking('aggregate trades and long windows', (index) =>
    index % 2 === 0
      ? { path: `/api/v3/aggTrades?symbol=BTCUSDT&limit=1000&endTime=${Date.now() - index}` }
      : { path: '/api/v3/ticker?windowSize=7d&symbols=["BTCUSDT","ETHUSDT"]' },
  ),
  asking('wrong signatures, and keys that nobody has', (index) => ({
    path: `/api/v3/account?${signed()}`,
    headers: { 'x-mbx-apikey': unknownKey(index) },
  })),
];

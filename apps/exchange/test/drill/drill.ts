import { createStream, OrderBook } from '@fft/client';
import { calls } from '@fft/contract';
import { faults, type Fault, type Ground } from './faults.ts';
import { judge } from './judge.ts';
import { setStage, type Stage } from './stage.ts';
import { sendTraffic, type Traffic } from './traffic.ts';

export interface DrillOptions {
  /** How often each fault is played. */
  readonly rounds: number;
  /** Makes the moments of a run its own. */
  readonly seed: number;
  /** A folder on a small disk of its own; without it no disk is filled. */
  readonly smallDisk?: string;
  /** Whether the journal stands in a cluster of NATS, which is done damage to as well. */
  readonly nats?: boolean;
  readonly say: (line: string) => void;
}

export interface DrillReport {
  readonly faults: number;
  readonly answered: number;
  readonly refused: number;
  readonly unknown: number;
  /** Everything that isn't as it was promised. */
  readonly found: readonly string[];
}

/** Orders between two faults, at least. */
const calmOrders = 100;
const recoveredWithinMs = 60_000;

/** Does damage to a running exchange while customers trade, and then looks whether all that was answered is there, once, and nothing else. */
export async function drill({ rounds, seed, smallDisk, nats = false, say }: DrillOptions): Promise<DrillReport> {
  const random = randomOf(seed);
  const stage = await setStage({ dataDir: smallDisk, nats });
  try {
    const traffic = sendTraffic(stage.gateways, stage.tokens, `seed${seed}`);
    const book = followBook(stage);
    const ground: Readonly<Record<Ground, boolean>> = {
      smallDisk: smallDisk !== undefined,
      postgresJournal: !nats,
      nats,
    };
    const played = faults.filter(({ needs }) => needs === undefined || ground[needs]);
    for (let round = 1; round <= rounds; round += 1) {
      for (const fault of played) {
        const line = await play(fault, { stage, traffic, random });
        say(`${round}/${rounds} ${line}`);
      }
    }
    await traffic.stop();
    const found = await judge(stage, traffic);
    if (!(await book.isWhole())) found.push('a reader of the stream has another book than the call tells');
    book.close();
    const { answered, refused, unknown } = traffic;
    return { faults: rounds * played.length, answered: answered.size, refused: refused.size, unknown, found };
  } finally {
    await stage.close();
  }
}

interface Playing {
  readonly stage: Stage;
  readonly traffic: Traffic;
  readonly random: () => number;
}

/** Waits for a random moment of calm trading, plays a fault, and waits until orders are answered again. */
async function play(fault: Fault, { stage, traffic, random }: Playing): Promise<string> {
  const before = { answered: traffic.answered.size, refused: traffic.refused.size, unknown: traffic.unknown };
  await untilAnswered(traffic, before.answered + calmOrders + Math.floor(random() * calmOrders));
  await fault.does(stage, random);
  const over = performance.now();
  await untilAnswered(traffic, traffic.answered.size + stage.tokens.length * 2);
  const ms = Math.round(performance.now() - over);
  const counts = [
    `${traffic.answered.size - before.answered} answered`,
    `${traffic.refused.size - before.refused} refused`,
    `${traffic.unknown - before.unknown} asked for again`,
  ];
  return `${fault.name}: everybody trades again ${ms} ms later; ${counts.join(', ')}`;
}

async function untilAnswered(traffic: Traffic, count: number): Promise<void> {
  const end = performance.now() + recoveredWithinMs;
  while (traffic.answered.size < count) {
    if (performance.now() > end) throw new Error('orders are not answered any more');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Reads the book by a stream of the second server, which reconnects by itself; where that one is replaced, by the one in its place. */
function followBook({ gateways }: Stage): { isWhole: () => Promise<boolean>; close: () => void } {
  const book = new OrderBook();
  const urlOf = (): string => `${(gateways().at(-1)?.url ?? '').replace('http', 'ws')}/ws`;
  const listen = () => {
    const stream = createStream({ url: urlOf(), retryMsMost: 500 });
    stream.subscribe('depth:BTC/USDT', (push) => book.apply(push));
    return stream;
  };
  let reading = { url: urlOf(), stream: listen() };
  const watching = setInterval(() => {
    if (reading.url === urlOf()) return;
    reading.stream.close();
    reading = { url: urlOf(), stream: listen() };
  }, 50);
  return {
    isWhole: async () => {
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const called = await gateways().at(-1)?.clientOf().call(calls.trade.depth, { symbol: 'BTC/USDT', limit: 500 });
        const isSame = JSON.stringify([called?.bids, called?.asks]) === JSON.stringify([book.bids, book.asks]);
        if (isSame) return true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return false;
    },
    close: () => {
      clearInterval(watching);
      reading.stream.close();
    },
  };
}

/** Small, and the same everywhere: a seed can be played again, as far as processes can. */
function randomOf(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

import { Line } from './line.ts';
import { acceptedStart } from './orders.ts';
import { Requests } from './requests.ts';
import { hasWrk, sendByWrk } from './wrk.ts';
import { type Load, type LoadResult, resultOf } from './load.ts';

/**
 * Sends orders over keep-alive connections as fast as possible, and reads every response: by wrk if it is installed, which leaves most of the
 * machine to the server, otherwise by our own client.
 */
export function sendOrders(load: Load): Promise<LoadResult> {
  return hasWrk() ? sendByWrk(load) : sendByLines(load);
}

async function sendByLines({ url, traders, connections, seconds, run }: Load): Promise<LoadResult> {
  const requests = new Requests(traders, run);
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(url)));
  const waitsMs: number[] = [];
  let accepted = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const send = (line: Line): Promise<void> =>
    new Promise((resolve) => {
      const ask = (): void => {
        const askedAt = performance.now();
        line.ask(requests.next(), (body) => {
          const now = performance.now();
          waitsMs.push(now - askedAt);
          if (body.startsWith(acceptedStart)) accepted += 1;
          if (now < end) ask();
          else resolve();
        });
      };
      ask();
    });
  await Promise.all(lines.map(send));
  const tookMs = performance.now() - begun;
  for (const line of lines) line.close();
  return resultOf({ waitsMs, accepted, refused: waitsMs.length - accepted, tookMs });
}

import { Line } from './line.ts';
import { resultOf, type Load, type LoadResult } from './load.ts';
import { acceptedStart } from './orders.ts';
import { Requests } from './requests.ts';

const stepMs = 2;

/**
 * Sends orders at a steady rate over keep-alive connections, and measures each from the moment it was due, so waiting for a free connection
 * counts. (wrk has no rate limit.)
 */
export async function sendSteadily(load: Load & { readonly rate: number }): Promise<LoadResult> {
  const { url, traders, connections, seconds, rate, run } = load;
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(url)));
  const requests = new Requests(traders, run);
  const free = [...lines];
  const waitsMs: number[] = [];
  let accepted = 0;
  const begun = performance.now();
  const total = rate * seconds;
  await new Promise<void>((resolve) => {
    const sendDue = (): void => {
      const due = Math.min(total, ((performance.now() - begun) / 1000) * rate);
      for (let line = free.pop(); line; line = free.pop()) {
        if (requests.count >= due) {
          free.push(line);
          break;
        }
        const dueAt = begun + (requests.count / rate) * 1000;
        const own = line;
        own.ask(requests.next(), (body) => {
          waitsMs.push(performance.now() - dueAt);
          if (body.startsWith(acceptedStart)) accepted += 1;
          free.push(own);
          if (waitsMs.length === total) {
            clearInterval(timer);
            resolve();
          }
        });
      }
    };
    const timer = setInterval(sendDue, stepMs);
  });
  const tookMs = performance.now() - begun;
  for (const line of lines) line.close();
  return resultOf({ waitsMs, accepted, refused: total - accepted, tookMs });
}

import { Line } from '../exchange/line.ts';

const connections = 50;
const seconds = 4;

/** Requests of one call. */
export interface RestLoad {
  readonly name: string;
  /** The next request as it is sent. */
  readonly next: () => string;
  /** The start of each answer. */
  readonly accepted: string;
}

/** Sends requests over keep-alive connections as fast as possible. @throws Error if one was refused */
export async function callsPerSecond(url: string, { next, accepted }: RestLoad): Promise<number> {
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(url)));
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  let answered = 0;
  const run = (line: Line): Promise<void> =>
    new Promise((resolve, reject) => {
      const ask = (): void =>
        line.ask(next(), (body) => {
          if (!body.startsWith(accepted)) return reject(new Error(body));
          answered += 1;
          if (performance.now() < end) ask();
          else resolve();
        });
      ask();
    });
  await Promise.all(lines.map(run));
  const perSecond = Math.round(answered / ((performance.now() - begun) / 1_000));
  for (const line of lines) line.close();
  return perSecond;
}

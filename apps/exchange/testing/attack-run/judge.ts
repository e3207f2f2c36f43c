import { wrongsOfBooks } from '../fuzz/books.ts';
import type { Stage } from './stage.ts';

/** What the exchange itself says was its own fault, since the judge began. */
export interface Judge {
  /** What broke since the last time it was asked. */
  found(): Promise<readonly string[]>;
}

/** Looks at the process, its figures and its books from outside. */
export async function createJudge({ gateway, url, database }: Stage): Promise<Judge> {
  let hasEnded = false;
  void gateway.ended.then(() => (hasEnded = true));
  let before = await readFaults(gateway);
  return {
    found: async () => {
      if (hasEnded) return ['the process died'];
      const now = await readFaults(gateway);
      const faults = [...now].flatMap(([name, count]) => {
        const more = count - (before.get(name) ?? 0);
        return more > 0 ? [`${name} ${more} times`] : [];
      });
      before = now;
      const { ok } = await fetch(`${url}/health/ready`).catch(() => ({ ok: false }));
      return [...faults, ...(ok ? [] : ['it is not ready']), ...(await wrongsOfBooks(database.db))];
    },
  };
}

/** Calls that failed inside, errors of parts, and books that differ. */
async function readFaults({ figures }: Stage['gateway']): Promise<ReadonlyMap<string, number>> {
  const lines = (await figures()).split('\n');
  const faults = lines.filter((line) =>
    /^fft_calls_total\{.*code="500"|^fft_part_errors_total\{|^fft_books_differ /.test(line),
  );
  return new Map(
    faults.map((line) => {
      const cut = line.lastIndexOf(' ');
      return [line.slice(0, cut), Number(line.slice(cut))];
    }),
  );
}

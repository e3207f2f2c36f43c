import { wrongsOfBooks } from '../fuzz/books.ts';
import type { Stage } from './stage.ts';

/** Faults that the exchange itself reports. */
export interface Judge {
  /** Returns the faults since the last call. */
  found(): Promise<readonly string[]>;
}

/** Observes the process, its metrics and its books from outside. */
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
      return [...faults, ...(ok ? [] : ['the server is not ready']), ...(await wrongsOfBooks(database.db))];
    },
  };
}

/** Reads failed calls, errors of parts, and differences in the books. */
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

import { createInterface } from 'node:readline';

const answer = (fields) => process.stdout.write(`@@${JSON.stringify(fields)}\n`);

/** Answers the harness: one line of JSON for each line that it sends. `connect` returns the acts by name. */
export async function serve(connect) {
  try {
    const acts = await connect({
      url: process.env.FFT_URL,
      apiKey: process.env.FFT_KEY,
      secret: process.env.FFT_SECRET,
      privateKey: process.env.FFT_PRIVATE_KEY,
    });
    answer({ ready: true });
    for await (const line of createInterface({ input: process.stdin })) {
      const { does, ...given } = JSON.parse(line);
      try {
        answer((await acts[does](given)) ?? {});
      } catch (error) {
        answer({ failed: String(error?.stack ?? JSON.stringify(error)) });
      }
    }
  } catch (error) {
    answer({ failed: String(error?.stack ?? JSON.stringify(error)) });
  }
  process.exit(0);
}

/** What a client knows of its orders by its events: `x` is what happened, `C` the name before a cancellation. */
export class OrderRecord {
  orders = {};

  take({ name, status, filled }) {
    this.orders[name] = [status, filled];
  }

  takeReport(report) {
    if (report.e !== 'executionReport') return;
    this.take({ name: report.C || report.c, status: report.X, filled: report.z });
  }
}

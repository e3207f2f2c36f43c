import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Load, LoadResult } from './load.ts';
import { acceptedStart, numberDigits, requestText, roundsOfSide, type Side, type Trader } from './orders.ts';

/** True if wrk (github.com/wg/wrk; Debian package wrk) is installed. */
export function hasWrk(): boolean {
  return spawnSync('wrk', ['-v']).error === undefined;
}

/** The counts that the script prints as one line. */
interface Report {
  readonly accepted: number;
  readonly answered: number;
  readonly errors: number;
  readonly us: number;
  readonly p50Us: number;
  readonly p99Us: number;
}

const reportStart = '{"accepted"';

/** Sends the load with wrk, from one thread. @throws if a connection failed */
export async function sendByWrk({ url, traders, connections, seconds, run }: Load): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-wrk-'));
  try {
    const script = join(folder, 'orders.lua');
    await writeFile(script, scriptOf(traders, run));
    const settings = ['-t', '1', '-c', String(connections), '-d', String(seconds), '--timeout', '30', '-s', script];
    const { stdout } = await promisify(execFile)('wrk', [...settings, url]);
    const line = stdout.split('\n').find((each) => each.startsWith(reportStart));
    if (line === undefined) throw new Error(`wrk reported nothing:\n${stdout}`);
    const { accepted, answered, errors, us, p50Us, p99Us } = JSON.parse(line) as Report;
    if (errors > 0) throw new Error(`wrk lost connections:\n${stdout}`);
    return {
      perSecond: Math.round(accepted / (us / 1e6)),
      p50Ms: Math.round(p50Us / 1000),
      p99Ms: Math.round(p99Us / 1000),
      accepted,
      refused: answered - accepted,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The script that wrk runs per request and response: the order as chosen by `turnOf`, and whether it was accepted. */
function scriptOf(traders: readonly Trader[], run: string): string {
  const textsOf = (side: Side): string =>
    traders
      .map((trader) => requestText({ ...trader, side }, run))
      .map(({ head, tail }) => `{ ${JSON.stringify(head)}, ${JSON.stringify(tail)} }`)
      .join(',\n');
  return `
local sells = {\n${textsOf('sell')} }
local buys = {\n${textsOf('buy')} }
local threads = {}
local sent = 0
accepted = 0
answered = 0

function setup(thread)
  table.insert(threads, thread)
end

function request()
  sent = sent + 1
  local index = sent % #sells
  local round = (sent - index) / #sells
  local side = (index + math.floor(round / ${roundsOfSide})) % 2 == 0 and sells or buys
  local text = side[index + 1]
  return text[1] .. string.format("%0${numberDigits}d", sent) .. text[2]
end

function response(status, headers, body)
  answered = answered + 1
  if status == 200 and string.sub(body, 1, ${acceptedStart.length}) == '${acceptedStart}' then accepted = accepted + 1 end
end

function done(summary, latency)
  local thread, errors = threads[1], summary.errors
  local report = '${reportStart}:%d,"answered":%d,"errors":%d,"us":%d,"p50Us":%d,"p99Us":%d}\\n'
  io.write(string.format(report, thread:get("accepted"), thread:get("answered"),
    errors.connect + errors.read + errors.write + errors.timeout, summary.duration,
    latency:percentile(50), latency:percentile(99)))
end
`;
}

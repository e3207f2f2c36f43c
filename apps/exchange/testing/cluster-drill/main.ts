import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drillCluster, type Played } from './drill.ts';
import { tableOf } from './table.ts';

const { values } = parseArgs({
  options: {
    /** Faults, in turn. */
    rounds: { type: 'string', default: '50' },
    /** The first fault's number. */
    from: { type: 'string', default: '1' },
    /** Plays one fault and loses confirmed orders, which must be found. */
    canary: { type: 'boolean', default: false },
    /** A part of the names of faults: only these. It may be given several times. */
    only: { type: 'string', multiple: true, default: [''] },
    network: { type: 'string', default: '127.0.20' },
    'port-offset': { type: 'string', default: '20000' },
    /** A file that gets a line for each round. */
    results: { type: 'string' },
  },
});
const rounds = values.canary ? 1 : Number(values.rounds);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const all: Played[] = [];
function note(played: Played): void {
  all.push(played);
  if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(played)}\n`);
  const { fault, outageMs, bookGapMs, ownGapMs, answered, askedAgain, found } = played;
  const counts = `${answered} answered, ${askedAgain} asked again`;
  say(
    `${all.length}/${rounds} ${fault}: no order for ${seconds(outageMs)}, no book for ${seconds(bookGapMs)}, no open orders for ${seconds(ownGapMs)}; ${counts}`,
  );
  for (const line of found) say(`✗ ${line}`);
}

const books = await drillCluster({
  rounds,
  from: Number(values.from),
  only: values.canary ? ['etcd is killed'] : values.only,
  canary: values.canary,
  network: values.network,
  portOffset: Number(values['port-offset']),
  note,
  say,
});
for (const line of tableOf(all)) say(line);
const found = [...all.flatMap((played) => played.found), ...books];
for (const line of books) say(`✗ ${line}`);
say(
  found.length === 0
    ? '✓ Every answered order exists once, the gateways agree, and the books are sound.'
    : `✗ ${found.length} broken promises.`,
);
process.exit(found.length === 0 ? 0 : 1);

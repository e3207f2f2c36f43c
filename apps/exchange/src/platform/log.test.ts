import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly call?: number;
  readonly suppressed?: number;
}

function start(): { log: ReturnType<typeof createLog>; lines: Line[]; clock: { time: number } } {
  const lines: Line[] = [];
  const clock = { time: 0 };
  const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
    lines.push(JSON.parse(chunk.toString()) as Line);
    done();
  };
  return { log: createLog('info', { destination: new Writable({ write }), now: () => clock.time }), lines, clock };
}

test('an error that repeats is written ten times in ten seconds, and then with the number of those left out', () => {
  const { log, lines, clock } = start();
  for (let call = 0; call < 500; call += 1) log.warn({ err: new Error('refused'), call }, 'call.storageUnavailable');
  expect(lines.map(({ call }) => call)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  clock.time += 10_000;
  log.warn({ err: new Error('refused'), call: 500 }, 'call.storageUnavailable');
  log.warn({ err: new Error('refused'), call: 501 }, 'call.storageUnavailable');
  expect(lines.slice(10)).toMatchObject([{ call: 500, suppressed: 490 }, { call: 501 }]);
  expect(lines[11]).not.toHaveProperty('suppressed');
});

test('other events, other errors, lines without an error, and fatal ones are all written', () => {
  const { log, lines } = start();
  for (let call = 0; call < 30; call += 1) {
    log.error({ err: new Error(`number ${call}`) }, 'call.failed');
    log.warn({ call }, 'alarm.raised');
    log.fatal({ err: new Error('the same') }, 'books.differ');
  }
  log.warn({ err: new Error('the same') }, 'database.connectionLost');
  expect(lines).toHaveLength(91);
});

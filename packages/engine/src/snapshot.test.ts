import { buildHold, buildOrder, checkStreams, EventRecorder, openTestEngine } from '@fft/testkit';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { createEngine, Engine, restoreEngine } from './engine.ts';
import { silentListener } from './listener.ts';
import {
  type FormerFormat,
  snapshotFormat,
  SnapshotReader,
  SnapshotUnreadable,
  SnapshotWriter,
} from './snapshot/sections.ts';
import { loadState } from './snapshot/snapshot.ts';

const every = 25;

/** Applies all commands to one engine, and to another with another seed that is saved and restored now and then. */
function expectSameWhenRestored(commands: Command[], maxWorkPerCommand?: number): void {
  const options = maxWorkPerCommand === undefined ? {} : { maxWorkPerCommand };
  const recorder = new EventRecorder();
  const engine = createEngine(recorder, options);
  const restoredRecorder = new EventRecorder();
  let restored = createEngine(restoredRecorder, { idSeed: 0x5eed, ...options });
  commands.forEach((command, index) => {
    engine.apply(command);
    restored.apply(command);
    expect(restoredRecorder.take()).toEqual(recorder.take());
    const isAmidWork = engine.dueAt() <= engine.time;
    if (index % every !== 0 && !isAmidWork) return;
    restored = restoreEngine(restored.snapshot(), restoredRecorder, options);
    restored.validate();
    expect(restored.stateHash()).toBe(engine.stateHash());
    expect(restored.commandCount).toBe(engine.commandCount);
  });
  expect(restored.stateHash()).toBe(engine.stateHash());
}

test('a restored engine continues like the saved one', () => {
  checkStreams({ runs: 25, length: { min: 100, max: 400 }, shrinks: false }, (commands) =>
    expectSameWhenRestored(commands),
  );
});

test('the same amid work that spans several commands', () => {
  const expectSame = (commands: Command[]): void => expectSameWhenRestored(commands, 5);
  checkStreams({ runs: 25, length: { min: 100, max: 400 }, shrinks: false }, expectSame);
});

/** A made-up format in which the time was in whole seconds. */
const inSeconds: FormerFormat = {
  format: snapshotFormat - 1,
  rewrite: (former, present) => {
    const { time, ...fields } = former.json() as { readonly time: number };
    present.json({ ...fields, time: time * 1000 });
    while (!former.isAtEnd) present.numbers(former.octets());
  },
};

/** The engine's snapshot as that format had it. */
function writtenInSeconds(engine: Engine): Uint8Array {
  const [reader, writer] = [new SnapshotReader(engine.snapshot()), new SnapshotWriter(inSeconds.format)];
  const { time, ...fields } = reader.json() as { readonly time: number };
  writer.json({ ...fields, time: time / 1000 });
  while (!reader.isAtEnd) writer.numbers(reader.octets());
  return writer.finish();
}

test('a snapshot of the format before is read by what rewrites it, as a journal may be pruned up to it', () => {
  const { engine, apply } = openTestEngine((listener) => new Engine(listener));
  if (!(engine instanceof Engine)) throw new Error('expected an Engine');
  apply({ type: 'tick', time: 7_000 }, buildOrder({ time: 7_000 }), buildHold({ time: 7_000 }));
  const former = writtenInSeconds(engine);
  const restored = new Engine(silentListener, loadState(former, silentListener, {}, inSeconds));
  restored.validate();
  expect(restored.time).toBe(7_000);
  expect(restored.stateHash()).toBe(engine.stateHash());
  // What it rewrites is checked like any other.
  const flipped = former.slice();
  flipped[40] = (flipped[40] ?? 0) ^ 0x80;
  expect(() => loadState(flipped, silentListener, {}, inSeconds)).toThrow('the snapshot is corrupt');
});

test('a snapshot of an older format is refused with both numbers', () => {
  const engine = new Engine(silentListener);
  const message = `the snapshot has format ${inSeconds.format}, and this version of FFT reads format ${snapshotFormat}`;
  expect(() => restoreEngine(writtenInSeconds(engine), silentListener)).toThrow(message);
});

function someSnapshot(): Uint8Array {
  const engine = new Engine(silentListener);
  engine.apply({ type: 'tick', time: 7 });
  return engine.snapshot();
}

test('a snapshot is a copy that later commands do not change', () => {
  const { engine, apply } = openTestEngine((listener) => new Engine(listener));
  if (!(engine instanceof Engine)) throw new Error('expected an Engine');
  apply(buildOrder(), buildHold());
  const snapshot = engine.snapshot();
  const hash = engine.stateHash();
  apply(buildOrder({ owner: 1001, side: 'sell' }));
  expect(engine.stateHash()).not.toBe(hash);
  expect(restoreEngine(snapshot, silentListener).stateHash()).toBe(hash);
});

test('a snapshot contains triggered stops that wait for the market to open', () => {
  const { engine, apply } = openTestEngine((listener) => new Engine(listener), haltingRules);
  if (!(engine instanceof Engine)) throw new Error('expected an Engine');
  const stop = { owner: 1002, side: 'sell', stopDirection: 'falling', stopTicks: 95, priceTicks: 80 } as const;
  apply(...tradeAt(100), buildOrder(stop), buildOrder({ ...stop, stopTicks: 92 }), ...tradeAt(90));
  const recorder = new EventRecorder();
  const restored = restoreEngine(engine.snapshot(), recorder);
  expect(restored.stateHash()).toBe(engine.stateHash());
  restored.validate();
  const opening: Command = { type: 'setMarketState', time: 0, market: 0, state: 'open' };
  restored.apply(opening);
  const lines = recorder.take();
  expect(lines.filter((line) => line.startsWith('orderTriggered'))).toHaveLength(2);
  expect(lines).toEqual(apply(opening));
});

const haltingRules = { volatilityPpm: 50_000, haltMs: 1000, auctionMs: 1000 };

function tradeAt(priceTicks: number): Command[] {
  return [
    buildOrder({ owner: 1001, side: 'sell', priceTicks, quantityLots: 1 }),
    buildOrder({ priceTicks, quantityLots: 1 }),
  ];
}

test.each([
  ['nothing', () => new Uint8Array()],
  ['any other file', () => new Uint8Array(64)],
  ['a truncated one', () => someSnapshot().subarray(0, 24)],
  ['another format', () => changed(4)],
  ['one with a flipped bit', () => changed(40)],
])('%s is rejected', (_what, bytes) => {
  expect(() => restoreEngine(bytes(), silentListener)).toThrow(SnapshotUnreadable);
});

function changed(at: number): Uint8Array {
  const bytes = someSnapshot();
  bytes[at] = (bytes[at] ?? 0) ^ 0x80;
  return bytes;
}

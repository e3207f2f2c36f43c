import { recordedBefore, recordedCommands, recordedHashes, recordedSnapshot } from '@fft/testkit';
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { createEngine, restoreEngine } from './engine.ts';
import { silentListener } from './listener.ts';
import type { MatchingEngine } from './matching-engine.ts';

const every = 100;
const commands = recordedCommands();

/** Applies commands, the first of which has this index. Returns the hashes after each hundred, and at the end. */
function play(engine: MatchingEngine, some: readonly Command[], first: number): string[] {
  const hashes: string[] = [];
  some.forEach((command, index) => {
    engine.apply(command);
    const count = first + index + 1;
    if (count % every === 0 || count === commands.length) hashes.push(engine.stateHash());
  });
  return hashes;
}

// If this fails, a command has another outcome than in released versions. Processes of both would disagree about the books, and an old journal
// would be replayed to other balances: give the command a new field or type that brings the new outcome.
test('commands have the outcomes that they had in earlier versions', () => {
  expect(play(createEngine(silentListener), commands, 0)).toEqual(recordedHashes);
});

test('an engine that is restored from a recorded snapshot goes on as the one that wrote it', () => {
  const engine = restoreEngine(recordedSnapshot(), silentListener);
  engine.validate();
  const passed = recordedBefore / every;
  expect(engine.stateHash()).toBe(recordedHashes[passed - 1]);
  expect(play(engine, commands.slice(recordedBefore), recordedBefore)).toEqual(recordedHashes.slice(passed));
  engine.validate();
});

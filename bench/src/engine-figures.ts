import { spawnSync } from 'node:child_process';
import { streamFigures } from './engine.ts';
import { flatFigures } from './engine-flat.ts';
import { longestFigures } from './engine-longest.ts';
import { mixFigures } from './engine-mix.ts';
import { pauseFigures } from './engine-pauses.ts';
import { replayFigures } from './engine-replay.ts';
import { scaleFigures } from './engine-scale.ts';
import { printFigures } from './engine/figures.ts';

// All that is asked of the engine's speed and memory, beside what is measured here and now. Runs from one file, made of these sources as the server is.
const parts = [
  ['engine, streams', streamFigures],
  ["engine, exchange-core's mix", mixFigures],
  ['engine, flat', flatFigures],
  ['engine, single commands', pauseFigures],
  ['engine, longest commands', longestFigures],
  ['engine, replay', replayFigures],
  ['engine at scale', scaleFigures],
] as const;

// Each in a process of its own: what another one has left in memory, or taught the compiler, is none of its business.
const [program = '', chosen] = process.argv.slice(1);
for (const [index, [title, measure]] of parts.entries()) {
  if (chosen === undefined) spawnSync(process.execPath, [program, String(index)], { stdio: 'inherit' });
  else if (chosen === String(index)) printFigures(title, measure());
}

import { spawnSync } from 'node:child_process';
import { streamFigures } from './engine.ts';
import { flatFigures } from './engine-flat.ts';
import { longestFigures } from './engine-longest.ts';
import { mixFigures } from './engine-mix.ts';
import { pauseFigures } from './engine-pauses.ts';
import { replayFigures } from './engine-replay.ts';
import { scaleFigures } from './engine-scale.ts';
import { printFigures } from './engine/figures.ts';

// Targets for the engine's speed and memory, next to the measured values. Bundled into one file, as the server is.
const parts = [
  ['engine, streams', streamFigures],
  ["engine, exchange-core's mix", mixFigures],
  ['engine, flat', flatFigures],
  ['engine, single commands', pauseFigures],
  ['engine, longest commands', longestFigures],
  ['engine, replay', replayFigures],
  ['engine at scale', scaleFigures],
] as const;

// Each runs in its own process, so that none inherits another's memory or compiled code.
const [program = '', chosen] = process.argv.slice(1);
for (const [index, [title, measure]] of parts.entries()) {
  if (chosen === undefined) spawnSync(process.execPath, [program, String(index)], { stdio: 'inherit' });
  else if (chosen === String(index)) printFigures(title, measure());
}

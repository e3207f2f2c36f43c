import { streamFigures } from './engine.ts';
import { flatFigures } from './engine-flat.ts';
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
  ['engine, replay', replayFigures],
  ['engine at scale', scaleFigures],
] as const;
for (const [title, measure] of parts) printFigures(title, measure());

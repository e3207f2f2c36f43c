import { type MakeEngine, NaiveEngine } from '@fft/testkit';
import { Engine } from '../src/engine.ts';

/** The engine and the oracle, by name: what is asked of one is asked of both. */
export const bothEngines: [string, MakeEngine][] = [
  ['Engine', (listener) => new Engine(listener)],
  ['NaiveEngine', (listener) => new NaiveEngine(listener)],
];

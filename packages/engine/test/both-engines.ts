import { type MakeEngine, NaiveEngine } from '@fft/testkit';
import { Engine } from '../src/engine.ts';

/** The engine and the naive oracle, by name. Every test of one also tests the other. */
export const bothEngines: [string, MakeEngine][] = [
  ['Engine', (listener) => new Engine(listener)],
  ['NaiveEngine', (listener) => new NaiveEngine(listener)],
];

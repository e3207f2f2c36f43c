import { type CommandCheck, createEngine, type EngineListener, type MatchingEngine } from '@fft/engine';
import { simulatedOptions } from './truth.ts';

export type SimulatedEngine = MatchingEngine & CommandCheck;

/** The engines of the simulated gateways, as the exchange has them. */
export function soundEngine(listener: EngineListener): SimulatedEngine {
  return createEngine(listener, simulatedOptions);
}

/** Makes engines that together lose one command in so many: the bug that a simulation must find. */
export function lossyEngines(onceIn: number): (listener: EngineListener) => SimulatedEngine {
  let applied = 0;
  return (listener) => {
    const engine = soundEngine(listener);
    const apply = engine.apply.bind(engine);
    return Object.assign(engine, {
      apply(command: Parameters<typeof apply>[0]) {
        applied += 1;
        if (applied % onceIn !== 0) apply(command);
      },
    });
  };
}

import { Engine } from '@fft/engine';

/** Loaded before one of our programs: makes the engine fail at deposits with certain ids. */
const apply = Reflect.get(Engine.prototype, 'apply');
const kept: unknown[] = [];

const faults: Readonly<Record<string, () => void>> = {
  'poison-throws': () => {
    throw new Error('a check of the engine failed');
  },
  'poison-loops': () => {
    for (;;) kept.length = 0;
  },
  'poison-fills-memory': () => {
    for (;;) kept.push(Array.from({ length: 1_000 }, (_, index) => ({ index })));
  },
};

Engine.prototype.apply = function (this: Engine, command): void {
  if ('requestId' in command) faults[command.requestId]?.();
  apply.call(this, command);
};

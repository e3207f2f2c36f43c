import type { Command } from '@fft/engine';

/** A command before the gateway gives it its time. */
export type Untimed<C extends Command = Command> = C extends Command ? Omit<C, 'time'> : never;

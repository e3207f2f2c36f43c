import type { Command, FeeProtected } from '@fft/engine';

/** A command before the gateway gives it its time. New commands that set fees protect open orders; older journals have others. */
export type Untimed<C extends Command = Command> = C extends Command
  ? Omit<C, 'time'> & (C extends { readonly feeProtection?: true } ? Required<FeeProtected> : unknown)
  : never;

import type { Act, ActInput } from '@fft/console-contract';
import { refuse } from './refusals.ts';
import { Agreement } from '../authority/agreement.ts';

/** Who writes to customers: one operator by name, or two who agreed. */
export type Author = string | Agreement;

interface Written<A extends Act> {
  readonly act: A;
  readonly target: string;
  /** The values of the act's input that it writes. */
  readonly does: Partial<ActInput<A>>;
  /** Where it leads besides the exchange. */
  readonly found: readonly string[];
}

/** Returns the name for the audit log. One operator leads no customer elsewhere. @throws Refusal `conflict` */
export function authorOf<A extends Act>(by: Author, { act, target, does, found }: Written<A>): string {
  if (by instanceof Agreement) {
    by.requireAbout(act, target, does);
    return by.second;
  }
  if (found.length > 0) throw refuse('takesTwo');
  return by;
}

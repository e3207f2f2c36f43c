import { Code } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';
import { Agreement } from './agreement.ts';

/** Who writes to customers: one operator by name, or two who agreed. */
export type Author = string | Agreement;

interface Written {
  readonly act: string;
  readonly target: string;
  /** Where it leads besides the exchange. */
  readonly found: readonly string[];
}

/** Returns the name for the audit log. One operator leads no customer elsewhere. @throws Refusal 409 */
export function authorOf(by: Author, { act, target, found }: Written): string {
  if (by instanceof Agreement) {
    by.requireAbout(act, target);
    return by.second;
  }
  if (found.length > 0) throw new Refusal(Code.conflict, 'takesTwo');
  return by;
}

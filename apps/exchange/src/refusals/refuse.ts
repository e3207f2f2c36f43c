import { waitOf } from './duration-text.ts';
import { Refusal, type Definition, type RefusalData } from './refusal.ts';
import type { MessageValue, PlaceholderOf } from './say.ts';
import { shared } from './shared.ts';

/** Refusals by their names. */
export type RefusalTable = Readonly<Record<string, Definition>>;

type Options<Of extends Definition> = [PlaceholderOf<Of>] extends [never]
  ? [options?: { readonly data?: RefusalData }]
  : [options: { readonly values: Readonly<Record<PlaceholderOf<Of>, MessageValue>>; readonly data?: RefusalData }];

type NameOf<Table> = keyof Table & string;

/**
 * A room's refusals: its own, those that several rooms share, and those of a lower room if it names its table. `refuse` makes one by its name, and requires the
 * values of its text's placeholders. `is` tells one from every other error.
 */
export function refusalsOf<const Own extends RefusalTable, const Lower extends RefusalTable = typeof shared>(
  own: Own,
  lower?: Lower,
) {
  const table = { ...shared, ...lower, ...own } as typeof shared & Lower & Own;
  type Table = typeof table;
  return {
    /** The room's own. */
    refusals: own,
    refuse: <Name extends NameOf<Table>>(name: Name, ...[options]: Options<Table[Name]>): Refusal =>
      new Refusal(name, table[name] as Definition, options),
    is: (error: unknown, ...names: NameOf<Table>[]): error is Refusal =>
      error instanceof Refusal && names.some((name) => name === error.name),
  };
}

/** For rooms that have no refusals of their own. */
export const { refuse } = refusalsOf({});

/** Too many callers wait for the same resource; `data.retryAfter` in seconds. Nothing was executed. */
export function busyRefusal(retryAfter = 2): Refusal {
  return refuse('busy', { data: { retryAfter } });
}

/** `data.retryAfter` in seconds, from a wait in milliseconds. */
export function tooOften(waitMs: number): Refusal {
  return refuse('tooManyRequests', waitOf(waitMs));
}

/** Actor and time of an account's lock. */
export interface AccountLock {
  readonly at: number;
  readonly by: 'self' | 'operator';
}

/** For the owner of a locked account. */
export function lockedRefusal({ at, by }: AccountLock): Refusal {
  return refuse(by === 'self' ? 'accountFrozen' : 'accountLockedBySupport', { data: { lockedBy: by, lockedAt: at } });
}

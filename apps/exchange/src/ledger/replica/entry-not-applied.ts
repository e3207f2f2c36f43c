import type { Command } from '@fft/engine';

/** What is being applied: an entry of the journal, and which of its commands. */
export interface Applying {
  readonly sequence: number;
  /** From 1. */
  readonly command: number;
  readonly type: string;
}

/** A poison entry: it can't be applied, so no replica gets beyond it. The message names it, and what is wrong with it. */
export class EntryNotApplied extends Error {
  override readonly name = 'EntryNotApplied';
  readonly applying: Applying;

  constructor(applying: Applying, options: { readonly cause: unknown; readonly batchId?: string }) {
    const { cause, batchId } = options;
    const batch = batchId === undefined ? '' : ` (batch ${batchId})`;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`journal entry ${applying.sequence}${batch}, command ${applying.command} (${applying.type}): ${why}`, {
      cause,
    });
    this.applying = applying;
  }
}

/** A command made more events than the memory holds. */
export class TooManyEvents extends Error {
  override readonly name = 'TooManyEvents';
}

/** The type as it stands in the journal, where anything may stand. */
export function typeOf(command: Command | undefined): string {
  const given: unknown = command;
  const type = typeof given === 'object' && given !== null && 'type' in given ? given.type : given;
  return typeof type === 'string' ? type.slice(0, 40) : 'of no type';
}

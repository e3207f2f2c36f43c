import type { Command } from '@fft/engine';

/** The journal entry and command being applied. */
export interface Applying {
  readonly sequence: number;
  /** Position from 1. */
  readonly command: number;
  readonly type: string;
}

/** A poison entry: it cannot be applied, so no replica gets past it. The message names it and the reason. */
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

/** A command caused more events than memory can hold. */
export class TooManyEvents extends Error {
  override readonly name = 'TooManyEvents';
}

/** The command's type as the journal has it, where it may be anything. */
export function typeOf(command: Command | undefined): string {
  const given: unknown = command;
  const type = typeof given === 'object' && given !== null && 'type' in given ? given.type : given;
  return typeof type === 'string' ? type.slice(0, 40) : 'of no type';
}

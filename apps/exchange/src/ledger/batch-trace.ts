import { AsyncLocalStorage } from 'node:async_hooks';
import { fineNow, type Span, type Tracing } from '../platform/tracing/tracing.ts';

/** What a batch does, within the traces of its callers. */
export interface BatchTrace {
  /** The batch is durable in this entry. */
  written(entry: number, commands: number): void;
  applied(): void;
  failed(): void;
}

/** The request that submits a command, or null; its preparation ends here. */
export function submitting(tracing: Tracing, command: string): Span | null {
  const span = tracing.current();
  if (span === null) return null;
  const prepared = span.part('prepare', span.begun);
  prepared.note({ 'fft.command': command });
  prepared.end();
  return span;
}

/** Runs work as part of the request in which it was made. */
export type AsRequest = (work: () => void) => void;

/** Lets an answer that comes from a batch run as part of the present request, which waits for it. */
export function asThisRequest(): AsRequest {
  return AsyncLocalStorage.snapshot();
}

/** Follows a batch that is about to be written; null if none of its callers is traced. */
export function traceBatch(waiting: readonly { readonly span: Span | null }[]): BatchTrace | null {
  const spans = waiting.flatMap(({ span }) => span ?? []);
  if (spans.length === 0) return null;
  const begun = fineNow();
  let open = spans.map((span) => span.part('append to the journal', begun));
  const end = (outcome?: 'failed'): void => open.forEach((part) => part.end(outcome));
  return {
    written: (entry, commands) => {
      for (const part of open) part.note({ 'fft.journal.entry': entry, 'fft.journal.commands': commands });
      end();
      const applying = fineNow();
      open = spans.map((span) => span.part('apply', applying));
    },
    applied: () => end(),
    failed: () => end('failed'),
  };
}

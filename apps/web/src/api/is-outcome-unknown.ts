import { NetworkError, RefusedError } from '@fft/client';
import { Code } from '@fft/contract';

/** Whether what was asked for may have been done all the same: no answer came, or one that says that the server doesn't know. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof RefusedError && (error.code === Code.unavailable || error.code === Code.internal);
}

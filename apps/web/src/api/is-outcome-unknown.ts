import { NetworkError, RefusedError } from '@fft/client';
import { Code } from '@fft/contract';

/** True if the server may have carried out the call: no response arrived, or one that leaves it open. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof RefusedError && (error.code === Code.unavailable || error.code === Code.internal);
}

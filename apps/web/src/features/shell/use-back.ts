import { useCallback } from 'react';
import { goBack } from '../../lib/routing/index.ts';

/** Goes one page back, or to `fallback` when the customer came here directly. */
export function useBack(fallback: string): () => void {
  return useCallback(() => goBack(fallback), [fallback]);
}

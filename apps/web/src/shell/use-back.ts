import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Whether a page of this app stands before this one in the browser's history. */
function hasPageBefore(): boolean {
  const state: unknown = window.history.state;
  return (
    typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0
  );
}

/** Goes one page back, or to `fallback` when the customer came here directly. */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (hasPageBefore()) void navigate(-1);
    else void navigate(fallback, { replace: true });
  }, [navigate, fallback]);
}

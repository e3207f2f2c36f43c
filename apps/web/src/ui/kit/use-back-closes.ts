import { useEffect, useEffectEvent } from 'react';

/** The browser's own watch for “back”, where it has one; TypeScript doesn't know it yet. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
type WindowWithWatcher = typeof window & { readonly CloseWatcher?: new () => CloseWatcher };

/** The system's way back closes what is open, where the browser tells of it; elsewhere it leaves the page as ever. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as WindowWithWatcher;
    if (!open || !CloseWatcher) return undefined;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, [open]);
}

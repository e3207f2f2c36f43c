import { useEffect, useEffectEvent } from 'react';

/** The browser's watch for “back”, if supported; TypeScript's DOM types lack it. */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}
type WindowWithWatcher = typeof window & { readonly CloseWatcher?: new () => CloseWatcher };

/** Lets the system's back gesture close what is open, if the browser supports it; elsewhere back leaves the page as usual. */
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

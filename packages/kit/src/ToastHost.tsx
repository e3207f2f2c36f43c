import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from './store.ts';
import { toastStore } from './toast.ts';
import styles from './ToastHost.module.css';

/** CSS variable with the height of the strip at the bottom, for texts that need more room. */
const stripHeight = '--strip-height';

/**
 * Draws the message that {@link toast} shows, in the place of the strip at the bottom, where nothing is read or pressed. The app has one.
 * A long text makes the strip higher, so that it covers nothing either.
 */
export function ToastHost() {
  const shown = useStore(toastStore);
  const host = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!shown) return undefined;
    const { style: root } = document.documentElement;
    const height = words.current?.offsetHeight ?? 0;
    // Two lines fit; beside the prompt for a new version, more.
    const usualPx = parseFloat(getComputedStyle(document.documentElement).getPropertyValue(stripHeight));
    if (host.current !== null && !moveIntoView(host.current) && height > usualPx)
      root.setProperty(stripHeight, `${height}px`);
    return () => void root.removeProperty(stripHeight);
  }, [shown]);
  return createPortal(
    <div ref={host} className={styles.host} role="status" aria-live="polite" aria-atomic="true">
      {shown && (
        <div key={shown.id} className={styles.toast} data-testid="toast">
          <span ref={words}>{shown.message}</span>
        </div>
      )}
    </div>,
    document.body,
  );
}

/** A keyboard, or zooming in, hides the strip: the message is then at the top of what can be seen. Returns true if so. */
function moveIntoView({ style }: HTMLElement): boolean {
  const view = window.visualViewport;
  const isHidden = view !== null && window.innerHeight - view.offsetTop - view.height > 1;
  style.bottom = isHidden ? 'auto' : '';
  style.top = isHidden ? `${view.offsetTop}px` : '';
  return isHidden;
}

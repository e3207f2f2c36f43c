import { useEffect, useRef } from 'react';

/** Binds keys to actions. They are inactive while an input has the focus or a dialog is open. */
export function useHotkeys(keys: Readonly<Record<string, () => void>>): void {
  const now = useRef(keys);
  useEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (typing || event.metaKey || event.ctrlKey || event.altKey || event.repeat) return;
      if (document.querySelector('dialog[open]')) return;
      const act = now.current[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

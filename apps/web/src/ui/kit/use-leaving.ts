import { useEffect, useState } from 'react';

/** As long as a sheet or modal takes to go. */
const leaveMs = 180;

/** For a sheet that is there only while it is wanted: it goes first, and is taken away afterwards. */
export function useLeaving(onGone: () => void): { readonly open: boolean; readonly leave: () => void } {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (open) return undefined;
    const timer = setTimeout(onGone, leaveMs);
    return () => clearTimeout(timer);
  }, [open, onGone]);
  return { open, leave: () => setOpen(false) };
}

import { useEffect, useState } from 'react';

/** Duration of a sheet's or modal's closing animation. */
const leaveMs = 180;

/** For a sheet that is mounted only while open: closes it first and unmounts it after the animation. */
export function useLeaving(onGone: () => void): { readonly open: boolean; readonly leave: () => void } {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (open) return undefined;
    const timer = setTimeout(onGone, leaveMs);
    return () => clearTimeout(timer);
  }, [open, onGone]);
  return { open, leave: () => setOpen(false) };
}

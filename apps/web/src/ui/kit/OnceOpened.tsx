import { useState, type ReactNode } from 'react';

export interface OnceOpenedProps {
  readonly open: boolean;
  readonly children: ReactNode;
}

/** Loads a sheet's code when it is first opened. Afterwards the sheet stays mounted, so that closing is animated. */
export function OnceOpened({ open, children }: OnceOpenedProps) {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return was || open ? children : null;
}

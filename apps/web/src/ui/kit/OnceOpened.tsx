import { useState, type ReactNode } from 'react';

export interface OnceOpenedProps {
  readonly open: boolean;
  readonly children: ReactNode;
}

/** A sheet whose code is loaded when it is opened for the first time; afterwards it stays, so that it can close with its motion. */
export function OnceOpened({ open, children }: OnceOpenedProps) {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return was || open ? children : null;
}

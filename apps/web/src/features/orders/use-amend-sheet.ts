import type { Order } from '@fft/contract';
import { useCallback, useState } from 'react';

export interface AmendSheetState {
  /** The order of the sheet, also while it closes. */
  readonly order: Order | null;
  readonly open: boolean;
  readonly show: (order: Order) => void;
  readonly close: () => void;
}

/** The order whose terms are being changed in a sheet. */
export function useAmendSheet(): AmendSheetState {
  const [order, setOrder] = useState<Order | null>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback((next: Order) => {
    setOrder(next);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  return { order, open, show, close };
}

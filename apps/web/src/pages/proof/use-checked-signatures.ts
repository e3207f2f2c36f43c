import type { CheckedSignature } from '@fft/liabilities';
import { useEffect, useState } from 'react';
import { retryUntilLoaded } from '../../ui/lazy/index.ts';
import type { Publication } from './publication.ts';

/** Checks the wallets' signatures of a publication on this device. Null until they are checked: the curves' code is loaded for it. */
export function useCheckedSignatures(publication: Publication): readonly CheckedSignature[] | null {
  const [checked, setChecked] = useState<{ of: Publication; all: readonly CheckedSignature[] } | null>(null);
  useEffect(() => {
    let isOver = false;
    void retryUntilLoaded(() => import('./check-signatures.ts')).then(({ verifyReserves }) => {
      if (!isOver) setChecked({ of: publication, all: verifyReserves(publication) });
    });
    return () => {
      isOver = true;
    };
  }, [publication]);
  return checked?.of === publication ? checked.all : null;
}

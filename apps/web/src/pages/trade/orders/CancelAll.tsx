import { useState } from 'react';
import { Button } from '../../../ui/kit/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { CancelAllQuestion } from './CancelAllQuestion.tsx';

/** Cancels all open orders of one market or of all, after a confirmation. */
export function CancelAll({ symbol }: { readonly symbol: string | null }) {
  const t = useTexts(tradeTexts);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button variant="link" size="small" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t.cancelAll}
      </Button>
      <CancelAllQuestion symbol={symbol} open={asks} onClose={() => setAsks(false)} />
    </>
  );
}

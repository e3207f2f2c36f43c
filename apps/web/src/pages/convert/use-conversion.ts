import type { Client } from '@fft/client';
import { Code, type ConversionQuote, type Order } from '@fft/contract';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { ignoreOtherSession, session } from '../../features/session/index.ts';
import { textsNow } from '../../i18n/index.ts';
import { apiTexts } from '../../api/api-texts.ts';
import { convertTexts } from '../../features/conversion/convert-texts.ts';

/** Refusals that the page shows itself. */
const handles = [Code.badRequest, Code.unavailable, Code.insufficientBalance, Code.wouldNotRest];
const clientOf = (owner: number): Client => ({ call: (call, input) => callApi(call, input, { handles, owner }) });

export interface Conversion {
  readonly busy: boolean;
  /** Why nothing was converted. */
  readonly error: string | undefined;
  readonly done: Order | null;
  readonly convert: (quote: ConversionQuote) => void;
  readonly forgetError: () => void;
  readonly close: () => void;
}

/** Loaded while the customer chooses. */
const loadSending = () => import('../../features/orders/lazy-send-order.ts');

interface ConversionEvents {
  readonly onConverted: () => void;
  /** Called when nothing was converted: another quote is needed. */
  readonly onMoved: () => void;
}

/** Converts at a quote, as one all-or-nothing order; one at a time. A lost answer is looked up. */
export function useConversion({ onConverted, onMoved }: ConversionEvents): Conversion {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const [done, setDone] = useState<Order | null>(null);

  useEffect(() => {
    loadSending().catch(() => undefined);
  }, []);

  async function convert({ symbol, side, price, quantity }: ConversionQuote): Promise<void> {
    const t = textsNow(convertTexts);
    const client = clientOf(session.owner());
    setBusy(true);
    setError(undefined);
    try {
      const loaded = await loadSending().catch(() => null);
      if (loaded === null) return setError(textsNow(apiTexts).network);
      const { newClientOrderId, sendOrder } = loaded;
      const input = { symbol, side, price, quantity, type: 'limit', timeInForce: 'FOK' } as const;
      const outcome = await sendOrder(client, { clientOrderId: newClientOrderId(), ...input });
      if (outcome.kind === 'unknown') return setError(t.unknown);
      if (outcome.kind === 'answered' && outcome.order.state === 'filled') {
        setDone(outcome.order);
        return onConverted();
      }
      const isMoved = outcome.kind === 'answered' || outcome.error.code === Code.wouldNotRest;
      setError(isMoved ? t.moved : outcome.error.message);
      onMoved();
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    error,
    done,
    convert: (quote) => {
      if (!busy) void convert(quote).catch(ignoreOtherSession);
    },
    forgetError: () => setError(undefined),
    close: () => setDone(null),
  };
}

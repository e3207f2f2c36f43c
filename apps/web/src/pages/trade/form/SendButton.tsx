import type { Market } from '@fft/contract';
import { useIsOffline } from '../../../api/connection/index.ts';
import { Button, Callout } from '../../../ui/kit/index.ts';
import { useMarketState } from '../../../features/live/tickers.ts';
import { navigate, useLocation } from '../../../lib/routing/index.ts';
import { loginPath, useSession } from '../../../features/session/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { fitsAuction, type OrderForm } from './order-form.ts';

interface SendButtonProps {
  readonly market: Market;
  readonly form: OrderForm;
  readonly phase: 'idle' | 'sending' | 'unknown';
  readonly onPress: () => void;
}

/** Sends the order, or looks up the one before while nobody knows whether it arrived; that is said until it is known. */
export function SendButton({ market, form, phase, onPress }: SendButtonProps) {
  const { side } = form;
  const state = useMarketState(market);
  const isOffline = useIsOffline();
  const t = useTexts(tradeTexts);
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  if (!isLoggedIn) {
    return (
      <Button wide onClick={() => navigate(loginPath(pathname + search))}>
        {t.logIn}
      </Button>
    );
  }
  const word = phase === 'unknown' ? t.checkOutcome : side === 'buy' ? t.buyCoin(market.base) : t.sellCoin(market.base);
  return (
    <>
      {phase === 'unknown' && <Callout tone="warn">{t.outcomeUnknown}</Callout>}
      <Button
        variant={phase === 'unknown' ? 'secondary' : side}
        wide
        busy={phase === 'sending'}
        disabledReason={
          isOffline && phase !== 'unknown'
            ? t.offline
            : state === 'open' || (state === 'auction' && fitsAuction(form))
              ? undefined
              : t.marketState[state]
        }
        onClick={onPress}
      >
        {word}
      </Button>
    </>
  );
}

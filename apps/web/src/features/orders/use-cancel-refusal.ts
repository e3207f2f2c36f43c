import { useIsOffline } from '../../api/connection/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';

/** Why no order can be cancelled now: the server is out of reach. A market takes cancels in every state. */
export function useCancelRefusal(): string | undefined {
  const t = useTexts(tradeTexts);
  return useIsOffline() ? t.offline : undefined;
}

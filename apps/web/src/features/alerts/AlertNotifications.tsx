import { useEffect } from 'react';
import { queryClient } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { formatPrice } from '../../lib/format/index.ts';
import { toast } from '../../ui/kit/index.ts';
import { useSession } from '../session/index.ts';
import { alertTexts } from '../../i18n/alerts.ts';
import { textsNow } from '../../i18n/index.ts';
import { alertsKey } from './alerts-key.ts';

/** Duration of the notification. */
const newsMs = 4000;

/** Notifies the customer on any page when a price reaches one of their alerts. */
export function AlertNotifications() {
  const { isLoggedIn } = useSession();
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    return appStream().subscribe('alerts', (fired) => {
      const [alert] = fired;
      if (alert === undefined) return;
      toast(textsNow(alertTexts).reached(alert.symbol, formatPrice(alert.price)), { durationMs: newsMs });
      void queryClient.invalidateQueries({ queryKey: alertsKey });
    });
  }, [isLoggedIn]);
  return null;
}

import { calls } from '@fft/contract';

/** Query key of the alerts, in every language. */
export const alertsKey = [calls.watchlist.alerts.path] as const;

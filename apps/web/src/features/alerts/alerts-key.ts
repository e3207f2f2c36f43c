import { calls } from '@fft/contract';

/** What the list of alerts is kept under, in every language. */
export const alertsKey = [calls.watchlist.alerts.path] as const;

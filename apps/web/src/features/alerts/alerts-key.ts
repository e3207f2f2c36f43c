import { calls } from '@fft/contract';

/** What the list of alerts is kept under, in every language. */
export const alertsKey = [calls.watch.alerts.path] as const;

import { lazy } from 'react';

export type { ScannedAddress } from './scanned-address.ts';
/** Comes when it is first asked for. */
export const ScanSheet = lazy(() => import('./ScanSheet.tsx').then((m) => ({ default: m.ScanSheet })));

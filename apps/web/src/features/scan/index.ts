import { lazySheet } from '../../ui/lazy/index.ts';

export type { ScannedAddress } from './scanned-address.ts';
/** Comes when it is first asked for. */
export const ScanSheet = lazySheet(() => import('./ScanSheet.tsx').then((m) => m.ScanSheet));

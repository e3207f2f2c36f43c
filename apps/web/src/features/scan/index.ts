import { lazySheet } from '../../ui/lazy/index.ts';

export type { ScannedAddress } from './scanned-address.ts';
/** Loaded when it is first opened. */
export const ScanSheet = lazySheet(() => import('./ScanSheet.tsx').then((m) => m.ScanSheet));

import { lazySheet } from '../../ui/lazy/index.ts';

export const HelpSheet = lazySheet(() => import('./HelpSheet.tsx').then((sheet) => sheet.HelpSheet));

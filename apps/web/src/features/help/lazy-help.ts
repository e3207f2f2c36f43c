import { lateSheet } from '../../ui/lazy/index.ts';

export const HelpSheet = lateSheet(() => import('./HelpSheet.tsx').then((sheet) => sheet.HelpSheet));

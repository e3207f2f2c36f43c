import { lateSheet } from '../late/index.ts';

export const HelpSheet = lateSheet(() => import('./HelpSheet.tsx').then((sheet) => sheet.HelpSheet));

import { lazy } from 'react';

const loadSheets = () => import('./sheets.ts');

export const ClearQuestion = lazy(() => loadSheets().then((sheets) => ({ default: sheets.ClearQuestion })));
export const TextSheet = lazy(() => loadSheets().then((sheets) => ({ default: sheets.TextSheet })));

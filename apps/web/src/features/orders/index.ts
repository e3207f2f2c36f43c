export { nearestPrice } from './amend-terms.ts';
export { CancelQuestion } from './lazy-cancel-question.ts';
export { AmendQuestion, AmendSheet } from './lazy-amend.ts';
export { type OrderLine, orderLines } from './order-lines.ts';
export { useAmend } from './use-amend.ts';
export { useAmendRefusal } from './use-amend-refusal.ts';
export { useAmendSheet } from './use-amend-sheet.ts';
export { useCancel } from './use-cancel.ts';

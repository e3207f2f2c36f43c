export { CancelQuestion } from './lazy-cancel-question.ts';
export { orderLines } from './order-lines.ts';
export { useCancel } from './use-cancel.ts';

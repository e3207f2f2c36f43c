/** What opens over the professional chart, in one piece of code that the chart can do without. */
export { ClearQuestion } from './ClearQuestion.tsx';
export { TextSheet } from './TextSheet.tsx';

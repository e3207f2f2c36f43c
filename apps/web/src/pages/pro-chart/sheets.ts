/** Sheets of the professional chart in one chunk, which the chart works without. */
export { ClearQuestion } from './ClearQuestion.tsx';
export { TextSheet } from './TextSheet.tsx';

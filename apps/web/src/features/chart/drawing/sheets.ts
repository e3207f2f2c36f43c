export { DepthChart } from '../depth/DepthChart.tsx';
/** Sheets of the professional chart, and its picture, in one chunk, which the chart works without. */
export { savePicture } from '../save-picture.ts';
export { ClearQuestion } from './ClearQuestion.tsx';
export { TextSheet } from './TextSheet.tsx';

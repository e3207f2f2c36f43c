export { UpdatePrompt } from './UpdatePrompt.tsx';
export { startUpdates } from './updates.ts';

export { HelpButton } from './HelpButton.tsx';
export { HelpSheet } from './lazy-help.ts';

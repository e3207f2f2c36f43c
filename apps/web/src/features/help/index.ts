export { HelpButton } from './HelpButton.tsx';
export { HelpSheet } from './late-help.ts';

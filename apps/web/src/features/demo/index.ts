export { DemoTag } from './DemoTag.tsx';
export { demoMailboxPath, useDemo } from './use-demo.ts';

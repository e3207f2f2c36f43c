export { demoMailboxPath, useDemo } from './use-demo.ts';

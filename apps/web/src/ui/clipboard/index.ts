export { copyText } from './copy-text.ts';
export { pasteText } from './paste-text.ts';

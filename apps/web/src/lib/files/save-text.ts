import { saveFile } from './save-file.ts';

/** Hands the customer a text as a file. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

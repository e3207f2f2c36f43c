import { saveFile } from './save-file.ts';

/** Offers a text as a download. */
export function saveText(name: string, text: string, type = 'text/plain'): void {
  saveFile(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

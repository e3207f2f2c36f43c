import { toast } from '../kit/index.ts';
import { clipboardTexts } from '../../i18n/clipboard.ts';
import { textsNow } from '../../i18n/index.ts';

/** Puts a text on the clipboard, and says whether it is there: who goes on to paste must not find another address. */
export async function copyText(text: string): Promise<void> {
  const t = textsNow(clipboardTexts);
  try {
    // A page that came without TLS has no clipboard at all.
    await navigator.clipboard.writeText(text);
    toast(t.copied);
  } catch {
    toast(t.cantCopy);
  }
}

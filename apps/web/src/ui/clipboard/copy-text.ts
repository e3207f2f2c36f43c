import { toast } from '../kit/index.ts';
import { clipboardTexts } from './clipboard-texts.ts';
import { textsNow } from '../../i18n/index.ts';

/** Copies a text and reports success or failure, so that the customer never pastes another address unawares. */
export async function copyText(text: string): Promise<void> {
  const t = textsNow(clipboardTexts);
  try {
    // A page loaded without TLS has no clipboard.
    await navigator.clipboard.writeText(text);
    toast(t.copied);
  } catch {
    toast(t.cantCopy);
  }
}

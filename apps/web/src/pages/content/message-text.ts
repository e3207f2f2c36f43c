import { whole } from '../../i18n/whole.ts';
import { localTimes } from '../../lib/local-times.ts';

/** A text of a message as the app shows it: with the reader's own times. */
export const messageText = (text: string): string => whole(localTimes(text));

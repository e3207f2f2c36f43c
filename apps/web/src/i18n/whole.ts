/** Short words that a reader stumbles over when a line ends at their hyphen. */
const words = /\b(log|e)-(?=ins?\b|outs?\b|mail)/gi;
/** U+2060: it is invisible, and no line ends at it. */
const joiner = '\u2060';

/** A text, of the app or the server, whose short words with a hyphen stay on one line. No CSS does it for a word inside a sentence. */
export const whole = (text: string): string => text.replaceAll(words, `$1-${joiner}`);

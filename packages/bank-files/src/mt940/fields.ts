import { BankFileError } from '../file-error.ts';

/** A field of a message, like `:61:`, with the lines that it goes on over. */
export interface Field {
  readonly tag: string;
  readonly lines: readonly string[];
  /** From 1. */
  readonly line: number;
}

interface OpenField {
  tag: string;
  lines: string[];
  line: number;
}

/** What may begin while entries are listed. All else there is a payer's text, also if it looks like a field. */
const afterEntries = new Set(['61', '62F', '62M']);
const fieldStart = /^:(\d\d[A-Z]?):(.*)$/;
/** Blocks before the message: `{1:…}{2:…}{4:`. */
const header = /^(\{[123]:[^{}]*(\{[^{}]*\}[^{}]*)*\})*\{4:/;

/**
 * Splits a file into messages, one for each `:20:`. What stands before a message belongs to the bank's envelope: blocks in braces, `:940:`, lines
 * with a code. Every other line continues the field before it, also one that begins with `-` or `{`. @throws BankFileError
 */
export function messagesIn(text: string): Field[][] {
  const messages: OpenField[][] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const message = messages.at(-1);
    const isBetween = message === undefined || isClosed(message);
    const line = isBetween ? raw.replace(header, '') : raw;
    const [, tag, rest = ''] = fieldStart.exec(line) ?? [];
    const field = { tag: tag ?? '', lines: [rest], line: index + 1 };
    if (isBetween && tag === '20') messages.push([field]);
    else if (message === undefined) {
      if (tag !== undefined) throw beforeMessage(field);
    } else if (tag !== undefined && mayBegin(message, tag)) message.push(field);
    else if (line.trim() !== '') message.at(-1)?.lines.push(line);
  }
  if (messages.length === 0) throw new BankFileError('missing', 1, ':20:');
  return messages;
}

function beforeMessage({ tag, line }: OpenField): BankFileError {
  return new BankFileError('malformed', line, `:${tag}: before :20:`);
}

function isClosed(message: readonly OpenField[]): boolean {
  return message.some(({ tag }) => tag === '62F' || tag === '62M');
}

function mayBegin(message: readonly OpenField[], tag: string): boolean {
  const last = message.at(-1)?.tag;
  const hasEntries = message.some((each) => each.tag === '61');
  if (!hasEntries || isClosed(message)) return true;
  return tag === '86' ? last === '61' : afterEntries.has(tag);
}

import type { Lang } from '@fft/contract';

/** A text in both languages. {@link say} fills in `{name}`. */
export interface Message {
  readonly zh: string;
  readonly en: string;
}

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** Names of a text's placeholders. */
export type PlaceholderOf<Text extends Message> = Placeholder<Text[Lang]>;
/** A value that differs by language has both texts. */
export type MessageValue = string | number | Message;
export type MessageValues = Readonly<Record<string, MessageValue>>;

const placeholder = /\{(\w+)\}/g;

/** A text in a language, with its placeholders filled in. A placeholder without a value is kept. */
export function say(message: Message, lang: Lang, values?: MessageValues): string {
  const text = message[lang];
  if (!values) return text;
  return text.replace(placeholder, (whole, name: string) => {
    const value = values[name] ?? whole;
    if (typeof value === 'object') return value[lang];
    // An id is no number.
    return name === 'traceId' ? String(value) : readable(String(value));
  });
}

const plainNumber = /^\d+(\.\d+)?$/;

/** A number with separators of thousands and without zeros at the end of its decimals; any other value as it is. */
function readable(value: string): string {
  if (!plainNumber.test(value)) return value;
  const trimmed = value.includes('.') ? value.replace(/\.?0+$/, '') : value;
  return trimmed.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

import type { Code, FieldError, Lang } from '@fft/contract';
import { say, type Message, type MessageValues } from './say.ts';

/** What kind of refusal it is. The API has a code for each kind, which only the doors know. */
export type Kind = Exclude<keyof typeof Code, 'ok' | 'internal'> | 'forbidden';

/** A refusal's kind, and its text in both languages. */
export interface Definition extends Message {
  readonly kind: Kind;
}

/** Machine-readable details of a refusal for a response's `data`: limits, steps, waits. */
export type RefusalData = Readonly<Record<string, unknown>>;

interface Details {
  readonly values?: MessageValues | undefined;
  readonly data?: RefusalData | undefined;
}

/**
 * An expected refusal, thrown anywhere below a call by a room's `refuse`. The door answers it with the code of its kind, its text in the caller's language and `data`.
 * Any other exception is a server error.
 */
export class Refusal extends Error {
  /** Its name in its room's table. */
  override readonly name: string;
  readonly kind: Kind;
  readonly data: RefusalData | null;
  readonly #text: Message;
  readonly #values: MessageValues | undefined;

  constructor(name: string, definition: Definition, { values, data }: Details = {}) {
    super(name);
    this.name = name;
    this.kind = definition.kind;
    this.data = data ?? null;
    this.#text = definition;
    this.#values = values;
  }

  text(lang: Lang): string {
    return say(this.#text, lang, this.#values);
  }
}

/** Field errors that only the handler can detect: answered with `data.fields`, like a failed form check. */
export class FieldRefusal extends Error {
  readonly fields: Readonly<Record<string, FieldError>>;

  constructor(fields: Readonly<Record<string, FieldError>>) {
    super('badRequest');
    this.name = 'FieldRefusal';
    this.fields = fields;
  }
}

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Lang } from '@fft/contract';

interface Texts {
  readonly title_zh: string;
  readonly title_en: string;
}

export interface PageLink {
  readonly url: string;
  readonly zh: string;
  readonly en: string;
}

export interface ContentTables {
  /** Notices for every customer, maintained by operators. */
  notices: Texts & {
    /** Never begins with `account-`, unlike the ids of messages. */
    id: string;
    kind: Generated<'system' | 'notice'>;
    summary_zh: Generated<string>;
    summary_en: Generated<string>;
    html_zh: Generated<string>;
    html_en: Generated<string>;
    /** The Markdown source; null if it was written as HTML. */
    source_zh: Generated<string | null>;
    source_en: Generated<string | null>;
    /** Visible from this time on. */
    time: number;
  };
  /** Messages to single customers. */
  messages: Texts & {
    id: GeneratedAlways<number>;
    customer: number;
    time: number;
    summary_zh: string;
    summary_en: string;
    html_zh: string;
    html_en: string;
    read: boolean;
    /** The broadcast that has the text; the text here is then empty. */
    broadcast: Generated<number | null>;
  };
  /** Warnings waiting to be sent by mail or SMS. Rows are deleted once they are sent. */
  outbox: {
    id: GeneratedAlways<number>;
    channel: keyof OutboxWords;
    customer: number;
    words: ColumnType<OutboxWords[keyof OutboxWords], string, never>;
    time: number;
    /** Time of the next attempt. */
    due: number;
  };
  /** Broadcasts: messages to many customers. */
  broadcasts: Texts & {
    id: GeneratedAlways<number>;
    operator: string;
    created: number;
    /** Sent from this time on. */
    due: number;
    summary_zh: string;
    summary_en: string;
    html_zh: string;
    html_en: string;
    /** Listed customers; null for all that match the filters. */
    customers: readonly number[] | null;
    lang: 'zh' | 'en' | null;
    identity: 'none' | 'pending' | 'passed' | 'failed' | 'revoked' | null;
    tier: number | null;
    state: Generated<'planned' | 'sending' | 'done' | 'cancelled'>;
    /** Number of recipients, counted when sending began. */
    recipients: Generated<number | null>;
    /** The last customer who received it. */
    reached: Generated<number>;
    sent: Generated<number>;
    finished: Generated<number | null>;
  };
  /** Everything up to this time is read. */
  inboxes_read: {
    customer: number;
    until: number;
  };
  notice_reads: {
    customer: number;
    notice: string;
  };
  pages: {
    id: 'about';
    html_zh: string;
    html_en: string;
    source_zh: Generated<string | null>;
    source_en: Generated<string | null>;
    links: readonly PageLink[];
  };
}

/** Words of a warning in both languages, by channel. An SMS is one short sentence without a full stop. */
export interface OutboxWords {
  readonly mail: {
    readonly title: Readonly<Record<Lang, string>>;
    readonly paragraphs: Readonly<Record<Lang, readonly string[]>>;
    /** Only where it isn't the address that is bound when the mail is sent. */
    readonly to?: string;
  };
  readonly sms: Readonly<Record<Lang, string>>;
}

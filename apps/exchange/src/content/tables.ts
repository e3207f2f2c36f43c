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
  /** For everybody. Kept by operators. */
  notices: Texts & {
    /** Never begins with `account-`, as messages' ids do. */
    id: string;
    kind: Generated<'system' | 'notice'>;
    summary_zh: Generated<string>;
    summary_en: Generated<string>;
    html_zh: Generated<string>;
    html_en: Generated<string>;
    /** The markdown that it was written in; null where it came as HTML. */
    source_zh: Generated<string | null>;
    source_en: Generated<string | null>;
    /** Shown from then on. */
    time: number;
  };
  /** For one customer. */
  messages: Texts & {
    id: GeneratedAlways<number>;
    customer: number;
    time: number;
    summary_zh: string;
    summary_en: string;
    html_zh: string;
    html_en: string;
    read: boolean;
    /** Where the text is, where it went to many; the text here is empty then. */
    broadcast: Generated<number | null>;
  };
  /** Warnings that wait to be mailed. Rows are deleted once they are sent. */
  owner_mails: {
    id: GeneratedAlways<number>;
    customer: number;
    time: number;
    words: ColumnType<OwnerMailWords, string, never>;
    /** When it is sent, or tried again. */
    due: number;
  };
  /** Messages to many. */
  broadcasts: Texts & {
    id: GeneratedAlways<number>;
    operator: string;
    created: number;
    /** Sent from then on. */
    due: number;
    summary_zh: string;
    summary_en: string;
    html_zh: string;
    html_en: string;
    /** A list; null: all of whom the rest holds. */
    customers: readonly number[] | null;
    lang: 'zh' | 'en' | null;
    identity: 'none' | 'pending' | 'passed' | 'failed' | 'revoked' | null;
    tier: number | null;
    state: Generated<'planned' | 'sending' | 'done' | 'cancelled'>;
    /** How many they are, counted when it was begun. */
    recipients: Generated<number | null>;
    /** The last customer who has it. */
    reached: Generated<number>;
    sent: Generated<number>;
    finished: Generated<number | null>;
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

export interface OwnerMailWords {
  readonly title: Readonly<Record<Lang, string>>;
  readonly paragraphs: Readonly<Record<Lang, readonly string[]>>;
}

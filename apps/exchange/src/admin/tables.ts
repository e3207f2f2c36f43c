import type { Act, Role } from '@fft/console-contract';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { PasskeyMail } from './staff/passkey-mail.ts';

/** Times are milliseconds since the epoch. */
export interface OperatorTables {
  operators: {
    id: GeneratedAlways<number>;
    /** The name in the audit log. */
    name: string;
    role: Role;
    /** Address for one-time links, in lower case. */
    email: string | null;
    /** null until the log-in is set up. */
    password_hash: string | null;
    sealed_totp: Buffer | null;
    /** null until the first right code. */
    totp_confirmed: number | null;
    /** The last time step whose code was used. */
    last_step: Generated<number>;
    created: number;
    last_login: number | null;
    disabled_at: number | null;
    /** MAC over name, role, password and revocation, with a key outside the database; null while the row is being added. */
    mac: Buffer | null;
  };
  /** Mails to operators that wait to be sent. Rows are deleted once they are sent. */
  staff_warnings: {
    id: GeneratedAlways<number>;
    address: string;
    words: JSONColumnType<PasskeyMail>;
    time: number;
    /** Time of the next attempt. */
    due: number;
  };
  /** Unused one-time links, at most one per operator. */
  operator_links: {
    operator: number;
    /** MAC with a key outside the database: database access alone can't create a link. */
    token_mac: Buffer;
    made: number;
    until: number;
  };
  operator_passkeys: {
    /** The credential's id, in base64url. */
    id: string;
    operator: number;
    name: string;
    public_key: Buffer;
    /** MAC over owner, id and key, with a key outside the database. */
    mac: Buffer;
    counter: number;
    created: number;
    used: number | null;
  };
  /** Challenges for devices to sign, each valid once. */
  operator_passkey_challenges: { challenge: string; operator: number | null; expires: number };
  operator_sessions: {
    id: string;
    token_hash: Buffer;
    /** MAC over the token and the row's grants. */
    mac: Buffer;
    operator: number;
    created: number;
    /** Expires at this time unless it is used. */
    expires: number;
    /** Expires at this time even if it is used. */
    ends: number;
    ip: string;
  };
  approvals: {
    id: GeneratedAlways<number>;
    act: Act;
    target: string;
    input: JSONColumnType<Record<string, unknown>>;
    proposer: number;
    time: number;
    state: Generated<'open' | 'done' | 'refused'>;
    /** Time at which it was agreed to and its execution began. */
    agreed: number | null;
    /** Number of attempts that were refused. */
    attempt: Generated<number>;
    decider: number | null;
    decided: number | null;
    /** MAC over the proposal and its proposer, with the key of withdrawal decisions; null in rows that predate it. */
    mac: Generated<string | null>;
  };
  customer_notes: { id: GeneratedAlways<number>; customer: number; time: number; operator: string; text: string };
  /** Figures by minute. Money in millionths of a USDT. */
  samples: {
    time: number;
    volume: number;
    fees: number;
    customers: number;
    sockets: number;
    open_orders: number;
    commit_us: number;
    lag_ms: number;
  };
  alarms: { id: GeneratedAlways<number>; kind: string; since: number; until: number | null; detail: string };
}

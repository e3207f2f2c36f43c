import type { Role } from '@fft/console-contract';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** Times are milliseconds since the epoch. */
export interface OperatorTables {
  operators: {
    id: GeneratedAlways<number>;
    /** What stands in the audit log. */
    name: string;
    role: Role;
    /** Where one-time links are mailed to, in small letters. */
    email: string | null;
    /** null until the operator has enrolled. */
    password_hash: string | null;
    sealed_totp: Buffer | null;
    /** null until a code of the app was shown. */
    totp_confirmed: number | null;
    /** The last time step whose code was used. */
    last_step: Generated<number>;
    created: number;
    last_login: number | null;
    disabled_at: number | null;
    /** Over name, role, password and whether they are shut out, by a key outside the database; null while the row is being added. */
    mac: Buffer | null;
  };
  /** One-time links that wait to be used; at most one of each operator. */
  operator_links: {
    operator: number;
    /** By a key outside of the database: who reads or writes rows can't make a link of one. */
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
    /** Over owner, id and key, by a key outside of the database. */
    mac: Buffer;
    counter: number;
    created: number;
    used: number | null;
  };
  /** What devices are asked to sign, each good once. */
  operator_passkey_challenges: { challenge: string; operator: number | null; expires: number };
  operator_sessions: {
    id: string;
    token_hash: Buffer;
    /** Over the token and what the row grants. */
    mac: Buffer;
    operator: number;
    created: number;
    /** Ends then unless it is used before. */
    expires: number;
    /** Ends then, however much it is used. */
    ends: number;
    ip: string;
  };
  approvals: {
    id: GeneratedAlways<number>;
    act: 'withdrawal' | 'adjustment' | 'role' | 'rate' | 'reset';
    target: string;
    input: JSONColumnType<Record<string, unknown>>;
    proposer: number;
    time: number;
    state: Generated<'open' | 'done' | 'refused'>;
    /** When somebody agreed and it was begun to be carried out. */
    agreed: number | null;
    /** How often it was begun and refused. */
    attempt: Generated<number>;
    decider: number | null;
    decided: number | null;
    /** By the key that withdrawals are decided with, over what is proposed and by whom; null in rows of before there were MACs. */
    mac: Generated<string | null>;
  };
  operator_requests: { operator: string; request_id: string; body: string; result: number | null; time: number };
  customer_notes: { id: GeneratedAlways<number>; customer: number; time: number; operator: string; text: string };
  /** The account of the exchange's own money; at most one row. */
  treasury: { customer: number };
  /** How things stood, minute by minute. Money in millionths of a USDT. */
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

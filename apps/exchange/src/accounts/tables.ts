import type { LockKind } from '@fft/console-contract';
import type { Lang, SessionEnd } from '@fft/contract';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** `failed`: known address, wrong password. `refused`: wrong second factor. */
export type LoginState = 'done' | 'failed' | 'refused';

/** Customers and operators have separate number ranges. */
export type DeviceRealm = 'customer' | 'operator';

/** Times are milliseconds since the epoch. */
export interface AccountTables {
  customers: {
    id: GeneratedAlways<number>;
    /** Trimmed and in lower case; null if none is bound. */
    email: string | null;
    password_hash: string;
    /** null until the customer chooses one. */
    nickname: string | null;
    lang: Lang;
    up_color: 'green' | 'red';
    /** The invite code used at registration. */
    invite_code: string | null;
    /** The customer's own invite code; null until it is first requested. */
    own_invite_code: string | null;
    created: number;
    last_login: number | null;
    /** Encrypted; null without a bound phone. */
    sealed_phone: Buffer | null;
    /** By this keyed hash a whole number is found. */
    phone_hash: Buffer | null;
    /** The id of an upload. */
    avatar: string | null;
    /** Shown in every mail to the customer. */
    anti_phishing: string | null;
    /** The location that the customer chose: ISO 3166, and whole degrees if given. */
    country: string | null;
    latitude: number | null;
    longitude: number | null;
    /** No log-in from this time on; null if not locked. */
    locked_at: number | null;
    locked_by: 'self' | 'operator' | null;
    /** Of an operator's lock. */
    lock_kind: LockKind | null;
    lock_operator: string | null;
    lock_reason: string | null;
  };
  /** Markets, in the customer's order. */
  favourites: {
    customer: number;
    symbols: JSONColumnType<string[]>;
  };
  workspace_layouts: {
    customer: number;
    name: string;
    layout: string;
    chart: string | null;
    time: number;
  };
  /** The account with the exchange's own money; at most one row. */
  treasury: { customer: number };
  /** Locked accounts whose orders and withdrawals are still to be cancelled. */
  owed_stops: {
    customer: number;
    /** The name of the operator who requested it; null for the customer. */
    operator: string | null;
    /** True once the audit log has the remainder. */
    is_told: Generated<boolean>;
  };
  sessions: {
    id: string;
    token_hash: Buffer;
    /** MAC over the token and the row's grants. */
    mac: Buffer;
    customer: number;
    created: number;
    /** Expires at this time unless it is used. */
    expires: number;
    /** Expires at this time even if it is used. */
    ends: number;
    idle_ms: number;
    ip: string;
    user_agent: string;
    used: number;
    /** The device key that opened it. */
    device: string | null;
  };
  /** Why sessions ended, by their tokens' hashes. */
  ended_sessions: {
    token_hash: Buffer;
    customer: number;
    reason: SessionEnd;
    time: number;
  };
  /** Devices that have logged in to an account. Their keys are not stored: each is this row's id with a MAC. */
  device_keys: {
    realm: DeviceRealm;
    account: number;
    id: string;
    created: number;
    used: number;
  };
  /** Networks where an account logged in. */
  familiar_networks: {
    customer: number;
    network: string;
    used: number;
  };
  /** Failures by key, and attempts in progress. */
  tries: {
    key: string;
    failures: number;
    /** End of the window in which the failures count. */
    until: number;
    pending: number;
    /** Attempts that have not ended by then belong to a process that died. */
    pending_until: number;
  };
  pay_passwords: {
    customer: number;
    password_hash: string;
  };
  totps: {
    customer: number;
    sealed_secret: Buffer;
    /** The last time step whose code was used. */
    last_step: number;
    /** null until the first right code. */
    confirmed: number | null;
  };
  recovery_codes: {
    customer: number;
    code_hash: Buffer;
  };
  passkeys: {
    /** The credential's id in base64url. */
    id: string;
    customer: number;
    name: string;
    public_key: Buffer;
    counter: number;
    created: number;
    used: number | null;
  };
  passkey_challenges: {
    challenge: string;
    customer: number | null;
    expires: number;
  };
  holds: {
    customer: number;
    until: number;
    reason: string;
  };
  logins: {
    id: GeneratedAlways<number>;
    customer: number;
    time: number;
    ip: string;
    user_agent: string;
    state: LoginState;
  };
  api_keys: {
    /** The key itself, sent with every request; no secret. */
    id: string;
    customer: number;
    name: string;
    kind: 'hmac' | 'ed25519';
    /** The sealed secret, or the public key (DER). */
    material: Buffer;
    /** Separated by commas. */
    rights: string;
    /** Addresses and networks, separated by commas; empty: any. */
    addresses: string;
    created: number;
    expires: number | null;
    /** MAC over all columns but the last use. */
    mac: Buffer;
    used: number | null;
    used_from: string | null;
  };
  codes: {
    /** Ascending: the highest is the latest code for an address. */
    number: Generated<number>;
    purpose: string;
    address: string;
    id: string;
    code_hash: Buffer;
    expires: number;
    tries: number;
  };
  login_failures: {
    account: Buffer;
    failures: number;
    locked_until: number;
    /** Time of the last failure. */
    last: number;
  };
  rate_limits: {
    key: string;
    points: Generated<number>;
    expire: number | null;
  };
}

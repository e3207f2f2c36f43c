import type { Lang } from '@fft/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** `failed` knew the address and not the password, `refused` not the second factor. */
export type LoginState = 'done' | 'failed' | 'refused';

/** Customers and operators are numbered apart. */
export type DeviceRealm = 'customer' | 'operator';

/** Times are milliseconds since the epoch. */
export interface AccountTables {
  customers: {
    id: GeneratedAlways<number>;
    /** Trimmed and in lower case; null while none is bound. */
    email: string | null;
    password_hash: string;
    /** null until the customer chooses one. */
    nickname: string | null;
    lang: Lang;
    up_color: 'green' | 'red';
    /** What the customer was invited with. */
    invite_code: string | null;
    /** What the customer invites others with; null until it is asked for. */
    own_invite_code: string | null;
    created: number;
    last_login: number | null;
    phone: string | null;
    /** An upload's id. */
    avatar: string | null;
    /** Stands in every mail to the customer. */
    anti_phishing: string | null;
    /** Where the customer says to be: ISO 3166, and whole degrees where given. */
    country: string | null;
    latitude: number | null;
    longitude: number | null;
    /** Nobody enters from then on; null: not locked. */
    locked_at: number | null;
    locked_by: 'self' | 'operator' | null;
  };
  /** Locked accounts whose orders and withdrawals are still to be cancelled. */
  owed_stops: {
    customer: number;
    /** The name of who wants it; null: the customer. */
    operator: string | null;
    /** Whether the audit log says what is left. */
    is_told: Generated<boolean>;
  };
  sessions: {
    id: string;
    token_hash: Buffer;
    /** Over the token and what the row grants. */
    mac: Buffer;
    customer: number;
    created: number;
    /** Ends then unless it is used before. */
    expires: number;
    /** Ends then, however much it is used. */
    ends: number;
    idle_ms: number;
    ip: string;
    user_agent: string;
    used: number;
    /** The device key that it was opened with. */
    device: string | null;
  };
  /** Devices that have logged in to an account. Their keys aren't kept: each is this row's id with a MAC. */
  device_keys: {
    realm: DeviceRealm;
    account: number;
    id: string;
    created: number;
    used: number;
  };
  /** Networks from which an account was entered. */
  familiar_networks: {
    customer: number;
    network: string;
    used: number;
  };
  /** Failures by who made them, and tries that are being looked at. */
  tries: {
    key: string;
    failures: number;
    /** The failures count until then. */
    until: number;
    pending: number;
    /** Tries that nobody ended by then are of a process that died. */
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
    /** null until a code of the app was shown. */
    confirmed: number | null;
  };
  recovery_codes: {
    customer: number;
    code_hash: Buffer;
  };
  passkeys: {
    /** The credential's, in base64url. */
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
  codes: {
    /** Rises with each: which of those for one address is the latest. */
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
    /** When it last failed. */
    last: number;
  };
  rate_limits: {
    key: string;
    points: Generated<number>;
    expire: number | null;
  };
}

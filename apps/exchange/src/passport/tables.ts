import type { Lang } from '@fft/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** Times are milliseconds since the epoch. */
export interface PassportTables {
  customers: {
    id: GeneratedAlways<number>;
    /** Trimmed and in lower case. */
    email: string;
    password_hash: string;
    /** null until the customer chooses one. */
    nickname: string | null;
    lang: Lang;
    up_color: 'green' | 'red';
    /** What the customer was invited with. */
    invite_code: string | null;
    created: number;
    last_login: number | null;
  };
  sessions: {
    id: string;
    token_hash: Buffer;
    customer: number;
    created: number;
    /** Ends then unless it is used before. */
    expires: number;
    /** Ends then, however much it is used. */
    ends: number;
    idle_ms: number;
    ip: string;
    user_agent: string;
  };
  codes: {
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
  };
  rate_limits: {
    key: string;
    points: Generated<number>;
    expire: number | null;
  };
}

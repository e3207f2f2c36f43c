const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** All limits that protect accounts. Tests pass their own; they can't be configured. */
export interface AccountLimits {
  readonly session: {
    /** Ends after this time without use. */
    readonly idleMs: number;
    /** Ends after this time even if it is used. */
    readonly longestMs: number;
    /** Replaces both for "keep me logged in". */
    readonly keptMs: number;
    /** Cache time without a look-up in the database. A session that ended in another process may live on here for as long. */
    readonly rememberedMs: number;
    /** Interval at which the sessions and keys of open sockets are checked. A socket closes sooner if the end of its session is announced. */
    readonly checkedEveryMs: number;
    /** While the database doesn't answer, as in a failover, a session counts for this much longer. */
    readonly unansweredMs: number;
    readonly maxRemembered: number;
    /** Shortest interval between two recorded uses. */
    readonly renewedEveryMs: number;
  };
  readonly code: {
    readonly lifeMs: number;
    readonly maxTries: number;
    readonly perMinute: number;
    readonly perHour: number;
    /** To one address, requested by all strangers. */
    readonly perHourOfStrangers: number;
    readonly perDayOfStrangers: number;
    /** To one address, requested by strangers of one network: less than all may, so that one network can't use that up. */
    readonly perDayPerNetwork: number;
    /** For one purpose, to all addresses, requested by all strangers: keeps within the mail server's own limit. */
    readonly perHourOfAllStrangers: number;
    /** By SMS, for all customers: each costs money. */
    readonly smsPerHour: number;
    /** Valid at the same time for one purpose and address; the oldest is dropped. */
    readonly maxOutstanding: number;
    /** The latest codes that a guess without a flow may match: a stranger may have requested one in between. */
    readonly maxMatched: number;
    /** Wrong guesses per day without a flow, at one address. */
    readonly guessesPerDay: number;
    /** Wrong guesses of strangers from one IP address during the life of a code, at all addresses. */
    readonly guessesPerIp: number;
    /** Wrong guesses per day of one device or session at one address, in all flows. */
    readonly guessesPerDayOfOne: number;
    /** Wrong guesses per day of all devices and sessions of an account. */
    readonly guessesPerDayOfAccount: number;
    /** To all addresses, requested by one customer. */
    readonly perHourPerCustomer: number;
    /** Wrong guesses of all customers that trigger a log entry. */
    readonly alarmPerMinute: number;
    /** A client's countdown before it offers to send again. */
    readonly resendAfterSeconds: number;
  };
  readonly login: {
    /** Wrong passwords. */
    readonly perMinutePerAccount: number;
    readonly perHourPerAccount: number;
    readonly perMinutePerIp: number;
    /** Limit for all strangers together. */
    readonly perHourOfStrangers: number;
    readonly failuresOfStrangersToLock: number;
    /** Shorter than for one network, as a stranger may be the account's owner. */
    readonly longestLockOfStrangersMs: number;
    /** From this failure on, each locks the account, twice as long every time. */
    readonly failuresToLock: number;
    readonly firstLockMs: number;
    readonly longestLockMs: number;
  };
  readonly password: {
    readonly memoryKib: number;
    readonly passes: number;
    /** Concurrent hashes; hashing is expensive by design. */
    readonly maxRunning: number;
    /** Further callers of one rank are refused. */
    readonly maxWaiting: number;
  };
  readonly payPassword: {
    /** Wrong attempts before further ones are refused unchecked. */
    readonly maxTries: number;
    readonly heldMs: number;
    /** Wrong attempts of all devices together in that time. */
    readonly maxTriesOfAll: number;
  };
  readonly secondFactor: {
    /** Wrong codes of a customer within `seconds`. */
    readonly tries: number;
    readonly seconds: number;
    /** Limit for all strangers together. */
    readonly perHourOfStrangers: number;
    readonly failuresOfStrangersToLock: number;
    /** From this failure on, each locks the factor for its caller, twice as long every time. */
    readonly failuresToLock: number;
    readonly firstLockMs: number;
    readonly longestLockMs: number;
  };
  readonly passkey: {
    /** Time for the device to respond. */
    readonly challengeMs: number;
    readonly perMinutePerIp: number;
    /** From this failure on, each locks out its network. */
    readonly failuresToLock: number;
    readonly firstLockMs: number;
    readonly longestLockMs: number;
  };
  /** Wrong invite codes from one IP address. */
  readonly invitesPerHourPerIp: number;
}

/** As OWASP ASVS 5 and NIST SP 800-63B-4 require. */
export const standardLimits: AccountLimits = {
  session: {
    idleMs: 15 * minuteMs,
    longestMs: 12 * hourMs,
    keptMs: 30 * dayMs,
    rememberedMs: 5000,
    checkedEveryMs: 5000,
    unansweredMs: 25_000,
    maxRemembered: 100_000,
    renewedEveryMs: minuteMs,
  },
  code: {
    lifeMs: 10 * minuteMs,
    maxTries: 5,
    perMinute: 1,
    perHour: 5,
    perHourOfStrangers: 8,
    perDayOfStrangers: 24,
    perDayPerNetwork: 10,
    perHourOfAllStrangers: 3_000,
    smsPerHour: 500,
    maxOutstanding: 20,
    maxMatched: 3,
    guessesPerDay: 30,
    guessesPerIp: 30,
    guessesPerDayOfOne: 20,
    guessesPerDayOfAccount: 60,
    perHourPerCustomer: 20,
    alarmPerMinute: 100,
    resendAfterSeconds: 60,
  },
  login: {
    perMinutePerAccount: 5,
    perHourPerAccount: 20,
    perMinutePerIp: 20,
    perHourOfStrangers: 60,
    failuresOfStrangersToLock: 50,
    longestLockOfStrangersMs: hourMs,
    failuresToLock: 10,
    firstLockMs: 15 * minuteMs,
    longestLockMs: dayMs,
  },
  password: { memoryKib: 19 * 1024, passes: 2, maxRunning: 2, maxWaiting: 64 },
  payPassword: { maxTries: 5, heldMs: dayMs, maxTriesOfAll: 15 },
  secondFactor: {
    tries: 5,
    seconds: 300,
    perHourOfStrangers: 20,
    failuresOfStrangersToLock: 30,
    failuresToLock: 10,
    firstLockMs: 15 * minuteMs,
    longestLockMs: dayMs,
  },
  passkey: {
    challengeMs: 5 * minuteMs,
    perMinutePerIp: 20,
    failuresToLock: 30,
    firstLockMs: 5 * minuteMs,
    longestLockMs: hourMs,
  },
  invitesPerHourPerIp: 20,
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Every figure that guards accounts, in one place. Tests pass others; there is no way to change them from outside. */
export interface AccountLimits {
  readonly session: {
    /** Ends when it isn't used for so long. */
    readonly idleMs: number;
    /** Ends then, however much it is used. */
    readonly longestMs: number;
    /** Both, for who asks to be kept logged in. */
    readonly keptMs: number;
    /** How long a session is believed in without asking the database: as long as a session ended elsewhere may live on here. */
    readonly rememberedMs: number;
    readonly rememberedMax: number;
    /** Use is written down at most so often. */
    readonly renewedEveryMs: number;
  };
  readonly code: {
    readonly lifeMs: number;
    readonly triesMax: number;
    readonly perMinute: number;
    readonly perHour: number;
    /** To one address, asked for by whatever strangers. */
    readonly perHourOfStrangers: number;
    readonly perDayOfStrangers: number;
    /** To one address, asked for by strangers of one network: less than all may, so that one alone can't use that up. */
    readonly perDayPerNetwork: number;
    /** Of one purpose, to whatever addresses, asked for by all strangers together: what the mail server's own allowance is kept for. */
    readonly perHourOfAllStrangers: number;
    /** By SMS, for all customers together: each costs money. */
    readonly smsPerHour: number;
    /** That wait for one purpose and address; beyond, the oldest goes. */
    readonly outstandingMax: number;
    /** The latest of them that a guess without a flow may match: a mail that a stranger asked for may come between. */
    readonly matchedMax: number;
    /** Wrong guesses in a day that say of no request that they belong to it, at one address. */
    readonly guessesPerDay: number;
    /** Wrong guesses of strangers from one network address in the life of a code, at whatever addresses. */
    readonly guessesPerIp: number;
    /** Wrong guesses in a day of one device or session at one address, whatever their flows. */
    readonly guessesPerDayOfOne: number;
    /** Likewise of all devices and sessions of an account together. */
    readonly guessesPerDayOfAccount: number;
    /** To whatever addresses, asked for by one customer. */
    readonly perHourPerCustomer: number;
    /** Wrong ones of all customers together from which on it is logged. */
    readonly alarmPerMinute: number;
    /** What a client counts down before it offers to send again. */
    readonly resendAfterSeconds: number;
  };
  readonly login: {
    /** Wrong ones. */
    readonly perMinutePerAccount: number;
    readonly perHourPerAccount: number;
    readonly perMinutePerIp: number;
    /** Of all strangers together. */
    readonly perHourOfStrangers: number;
    readonly failuresOfStrangersToLock: number;
    /** Shorter than for one network: who owns the account may be a stranger, too. */
    readonly longestLockOfStrangersMs: number;
    /** The failure from which on each locks the account, every time twice as long. */
    readonly failuresToLock: number;
    readonly firstLockMs: number;
    readonly longestLockMs: number;
  };
  readonly password: {
    readonly memoryKib: number;
    readonly passes: number;
    /** Hashing at the same time; it is dear on purpose. */
    readonly atOnceMax: number;
    /** More than so many waiting of one rank are refused. */
    readonly waitingMax: number;
  };
  readonly payPassword: {
    /** Wrong ones until no guess is looked at for a while. */
    readonly triesMax: number;
    readonly heldMs: number;
    /** Wrong ones of all devices together in that time. */
    readonly triesOfAllMax: number;
  };
  readonly secondFactor: {
    /** Wrong ones of a customer in so many seconds. */
    readonly tries: number;
    readonly seconds: number;
    /** Likewise of all strangers together. */
    readonly perHourOfStrangers: number;
    readonly failuresOfStrangersToLock: number;
    /** The failure from which on each locks the factor for who made it, every time twice as long. */
    readonly failuresToLock: number;
    readonly firstLockMs: number;
    readonly longestLockMs: number;
  };
  readonly passkey: {
    /** A device must answer within so long. */
    readonly challengeMs: number;
    readonly perMinutePerIp: number;
    /** Failures from one network from which on each locks it out. */
    readonly failuresToLock: number;
    readonly firstLockMs: number;
    readonly longestLockMs: number;
  };
  /** Wrong invite codes from one network address. */
  readonly invitesPerHourPerIp: number;
  /** How long withdrawals wait after a password or factor was changed. */
  readonly holdMs: number;
}

/** As OWASP ASVS 5 and NIST SP 800-63B-4 ask for. */
export const standardLimits: AccountLimits = {
  session: {
    idleMs: 15 * minuteMs,
    longestMs: 12 * hourMs,
    keptMs: 30 * dayMs,
    rememberedMs: 5000,
    rememberedMax: 100_000,
    renewedEveryMs: minuteMs,
  },
  code: {
    lifeMs: 10 * minuteMs,
    triesMax: 5,
    perMinute: 1,
    perHour: 5,
    perHourOfStrangers: 8,
    perDayOfStrangers: 24,
    perDayPerNetwork: 10,
    perHourOfAllStrangers: 3_000,
    smsPerHour: 500,
    outstandingMax: 20,
    matchedMax: 3,
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
  password: { memoryKib: 19 * 1024, passes: 2, atOnceMax: 2, waitingMax: 64 },
  payPassword: { triesMax: 5, heldMs: dayMs, triesOfAllMax: 15 },
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
  holdMs: dayMs,
};

/** The most time that one step of a journey takes. On a busy machine, with two journeys at a time, a page can load for many seconds. */
export const patienceMs = 45_000;

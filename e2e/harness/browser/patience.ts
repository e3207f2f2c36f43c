/** How long a step of a journey may take on a busy machine: with one server per journey and two journeys at a time, a page can load for many seconds. */
export const patienceMs = 45_000;

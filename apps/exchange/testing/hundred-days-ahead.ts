/** Loaded before a server: sets its clock forward by a hundred days. */
const aheadMs = 100 * 86_400_000;
const realNow = Date.now;
Date.now = () => realNow() + aheadMs;

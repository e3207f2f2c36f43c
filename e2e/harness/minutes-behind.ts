/** Loaded before a server: sets its clock back by an hour. Each SIGUSR2 advances it by two minutes, after which the next code may be sent. */
const minuteMs = 60_000;
const realNow = Date.now;
let behindMs = 60 * minuteMs;
Date.now = () => realNow() - behindMs;
process.on('SIGUSR2', () => {
  behindMs -= 2 * minuteMs;
});

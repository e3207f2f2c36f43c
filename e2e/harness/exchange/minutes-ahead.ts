/** Loaded before a server: each SIGUSR2 puts its clock forward by a minute. */
const minuteMs = 60_000;
const realNow = Date.now;
let minutes = 0;
Date.now = () => realNow() + minutes * minuteMs;
process.on('SIGUSR2', () => {
  minutes += 1;
});

/** Node loads this file before a server: each SIGUSR2 then moves the server's clock forward by a minute. */
const minuteMs = 60_000;
const realNow = Date.now;
let minutes = 0;
Date.now = () => realNow() + minutes * minuteMs;
process.on('SIGUSR2', () => {
  minutes += 1;
});

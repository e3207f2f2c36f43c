/** Loaded before a server: its clock is a day and an hour behind until SIGUSR2. What has to rest for a day has rested then. */
const behindMs = 25 * 3_600_000;
const realNow = Date.now;
let behind = behindMs;
Date.now = () => realNow() - behind;
process.on('SIGUSR2', () => {
  behind = 0;
});

/** Loaded before a server: sets its clock back by a day and an hour. One SIGUSR2 advances it by two minutes (the next code may then be sent), the next to the present. */
const minuteMs = 60_000;
const steps = [25 * 60 * minuteMs, (25 * 60 - 2) * minuteMs, 0];
const realNow = Date.now;
let step = 0;
Date.now = () => realNow() - (steps[step] ?? 0);
process.on('SIGUSR2', () => {
  step += 1;
});

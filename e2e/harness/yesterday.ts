/** Loaded before a server: its clock is a day and an hour behind. One SIGUSR2 puts it two minutes on (the next code may be sent then), the next to now. */
const minuteMs = 60_000;
const steps = [25 * 60 * minuteMs, (25 * 60 - 2) * minuteMs, 0];
const realNow = Date.now;
let step = 0;
Date.now = () => realNow() - (steps[step] ?? 0);
process.on('SIGUSR2', () => {
  step += 1;
});

/** Loaded before a server: its clock jumps ten minutes ahead at one SIGUSR2, and back at the next. */
const jumpMs = 600_000;
const realNow = Date.now;
let ahead = 0;
Date.now = () => realNow() + ahead;
process.on('SIGUSR2', () => {
  ahead = ahead === 0 ? jumpMs : 0;
});

/** Loaded before a server: throws where nobody catches it, as often as it is told to. */
process.on('message', () => {
  setTimeout(() => {
    throw new Error('thrown by a timer');
  });
  void Promise.reject(new Error('rejected by nobody'));
});

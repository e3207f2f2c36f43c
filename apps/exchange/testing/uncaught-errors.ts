/** Loaded before a server: throws an uncaught error at each message from the test. */
process.on('message', () => {
  setTimeout(() => {
    throw new Error('thrown by a timer');
  });
  void Promise.reject(new Error('rejected without a handler'));
});

// Preloaded into a server with --expose-gc: SIGUSR2 collects what is young, so that --trace-gc has told of all garbage.
process.on('SIGUSR2', () => {
  globalThis.gc({ type: 'minor' });
  console.log('collected');
});

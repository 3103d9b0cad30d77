// A process that runs commands of the built admin command line, one after another, for `runParley`.
const { join } = require('node:path');

process.setSourceMapsEnabled(true);
const { runCommand } = require(join(__dirname, '../../dist/apps/server/src/cli/program.js'));

process.on('disconnect', () => process.exit());
process.on('message', async ({ args, environment, input, tellsLoaded }) => {
  const said = { out: '', complaint: '' };
  const lines = input.split('\n');
  const code = await runCommand(args, {
    environment,
    say: (line) => void (said.out += `${line}\n`),
    complain: (line) => void (said.complaint += `${line}\n`),
    readLine: () => Promise.resolve(lines.shift() ?? ''),
  });
  process.send({ code, ...said, ...(tellsLoaded && { loaded: Object.keys(require.cache) }) });
});

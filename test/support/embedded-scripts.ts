/** Opens a database as versions did before the role lost the permissions of a superuser. */
export const OLDER = `
  const { prepareCluster, postgresPaths } = require('./launcher/postgres-cluster.js');
  const { startServer, stopServer } = require('./launcher/postgres-server.js');
  const { findPostgresBinaries } = require('./launcher/postgres-binaries.js');
  const { choosePostgresAccount } = require('./launcher/postgres-account.js');
  const { PostgresLog } = require('./launcher/postgres-log.js');
  const { Client } = require('pg');
  const say = (word) => console.log(JSON.stringify(word));
  (async () => {
    const directory = process.argv[2];
    require('node:fs').mkdirSync(directory, { recursive: true });
    const { cluster, log: path } = postgresPaths(directory);
    const log = new PostgresLog(path);
    const binaries = findPostgresBinaries();
    const account = choosePostgresAccount(binaries.postgres, directory, cluster);
    const common = { ...binaries, cluster, account, log, durable: true, settings: {}, patienceMs: 10_000 };
    const password = await prepareCluster(directory, common);
    const { process: server, port } = await startServer(common);
    const at = (name) => 'postgres://parley:' + password + '@127.0.0.1:' + port + '/' + name;
    const client = new Client({ connectionString: at('postgres') });
    await client.connect();
    const { rows } = await client.query("SELECT FROM pg_database WHERE datname = 'parley'");
    if (rows.length === 0) await client.query('CREATE DATABASE parley');
    await client.end();
    say({ url: at('parley') });
    process.stdin.on('data', async () => {
      await stopServer(server);
      say({ stopped: true });
      process.stdin.destroy();
    });
  })();`;

/** Removes the permissions of a superuser from the role of a connection string. */
export const DEMOTER = `
  const { demote } = require('./launcher/postgres-role.js');
  const { Client } = require('pg');
  const client = new Client({ connectionString: process.argv[2] });
  client.connect().then(() => demote(client));`;

const { Client } = require('pg');

/**
 * Drops the databases that a test file of this worker has made (test/support/databases.ts). Hundreds of them would keep
 * autovacuum busy for the whole run, and their files would be removed one by one at its end, while one core does nothing.
 */
module.exports = async function dropDatabases() {
  const { TEST_POSTGRES_URL: connectionString, JEST_WORKER_ID: worker } = process.env;
  if (!connectionString) return;
  const admin = new Client({ connectionString });
  await admin.connect();
  const { rows } = await admin.query('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
    `world_${worker}_`,
  ]);
  for (const { name } of rows) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
};

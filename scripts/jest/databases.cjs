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
  for (const { name } of rows) await drop(admin, name);
  await admin.end();
};

const [INSUFFICIENT_PRIVILEGE, OBJECT_IN_USE] = ['42501', '55006'];

/** FORCE ends the connections of this role, and refuses where autovacuum is at work, which a plain DROP ends. */
async function drop(admin, name) {
  for (;;) {
    const isForced = await admin.query(`DROP DATABASE ${name} WITH (FORCE)`).then(
      () => true,
      (error) => unless(INSUFFICIENT_PRIVILEGE, error),
    );
    if (isForced) return;
    const isDropped = await admin.query(`DROP DATABASE ${name}`).then(
      () => true,
      (error) => unless(OBJECT_IN_USE, error),
    );
    if (isDropped) return;
  }
}

/** False for the expected error. */
function unless(code, error) {
  if (error.code !== code) throw error;
  return false;
}

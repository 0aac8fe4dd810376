import pg from 'pg';
import { clientConfig, sessionSettings } from '#server/database/pool.ts';

// Prints the one row of a statement as JSON; run under other time zones by types.test.ts.
const [url = '', statement = ''] = process.argv.slice(2);
const client = new pg.Client(clientConfig({ url }));
await client.connect();
await client.query(sessionSettings);
const { rows } = await client.query(statement);
await client.end();
process.stdout.write(JSON.stringify(rows[0]));

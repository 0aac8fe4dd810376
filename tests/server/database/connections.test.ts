import { expect, it } from 'vitest';
import { allowedConnections } from '#server/database/pool-size.ts';
import { createTestDatabase } from '#tests/support/database.ts';

it('what a database allows is told with what is kept for superusers, and by its own limit', async () => {
  const test = await createTestDatabase();
  try {
    const told = () => test.database.connection(allowedConnections);
    const { rows } = await test.database.owner((client) =>
      client.query<{ most: number }>(`select current_setting('max_connections')::integer as most`),
    );
    expect(await told()).toBeLessThan(rows[0]?.most ?? 0);
    await test.database.owner((client) =>
      client.query(
        `do $$ begin execute format('alter database %I connection limit 7', current_database()); end $$`,
      ),
    );
    expect(await told()).toBe(7);
  } finally {
    await test.drop();
  }
});

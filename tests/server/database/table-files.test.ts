import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableFiles } from '#server/database/table-files.ts';
import { choice } from '#server/modules/valuationfile/contents.ts';
import { isJsonObject } from '#src/core/values.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withClient } from '#tests/support/database-server.ts';

/** What is walked through, whole, for a row of something else: a table that is empty costs nothing. */
function walked(plan: unknown): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap(walked);
  if (!isJsonObject(plan)) return [];
  const here =
    plan['Parent Relationship'] === 'SubPlan' && Number(plan['Plan Rows']) > 1000
      ? [`${plan['Node Type']} ${plan['Relation Name'] ?? ''}`]
      : [];
  return [...here, ...Object.values(plan).flatMap(walked)];
}

describe('the tables of a data set, of more properties than fit into the memory of a query', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.database.owner((client) =>
      client.query(
        `insert into property (id, district_code, area, synthetic)
         select n, '001', 500, n % 2 = 0 from generate_series(1, 10000) n`,
      ),
    );
  });
  afterAll(() => test.drop());

  it.each([false, true])(
    'are read without a walk through all properties for each row (synthetic: %s)',
    async (synthetic) => {
      const found = await withClient(test.url, async (client) => {
        await client.query('begin');
        try {
          // Memory for a few of the properties, as 2.7 million have with what an office gives a query.
          await client.query(
            `analyze property; set local work_mem = '64kB'; set local hash_mem_multiplier = 1`,
          );
          const tables = await tableFiles(client, synthetic, choice);
          const asked: string[] = [];
          const slow: string[] = [];
          for (const { table, statement, lastChange } of tables) {
            const selects = [
              statement.replace(/^copy \((.*)\) to stdout .*$/s, '$1'),
              ...(lastChange === null ? [] : [lastChange]),
            ];
            for (const text of selects) {
              const { rows } = await client.query(`explain (format json) ${text}`);
              if (text.includes('from "property"') && table !== 'property') asked.push(table);
              slow.push(...walked(rows).map((node) => `${table}: ${node}`));
            }
          }
          return { asked: asked.length, slow };
        } finally {
          await client.query('rollback');
        }
      });
      expect(found.asked).toBeGreaterThan(4);
      expect(found.slow).toEqual([]);
    },
  );
});

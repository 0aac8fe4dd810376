import { readFileSync } from 'node:fs';
import type { Database } from '#server/database/open-database.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { parseNamedSql, toPositional } from '#server/definitions/named-parameters.ts';
import { composed, namedTexts } from '#server/definitions/shared-queries.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { root } from '#tests/support/database-server.ts';

export type Row = Readonly<Record<string, unknown>>;

export type Reports = {
  readonly database: Database;
  /** A statement of the owner, who sees every row. */
  readonly owner: (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  /** A report as a user of these districts runs it. */
  readonly report: (
    name: string,
    params: Row,
    districts?: readonly string[] | '*',
    dataset?: 'real' | 'synthetic' | 'both',
  ) => Promise<readonly Row[]>;
  /** How a report was run: each step of its plan, with what it did. */
  readonly steps: (name: string, params: Row) => Promise<readonly Row[]>;
  /** A shared query of schemas/queries, as a report reads it. */
  readonly sharedQuery: (name: string, params: Row) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
};

const shared = namedTexts(readDefinitionFiles(root));

function readText(text: string) {
  const whole = composed(text, shared);
  if (!whole) throw new Error(`A query is used that is not there: ${text.slice(0, 200)}`);
  return toPositional(parseNamedSql(whole.text));
}

const textOf = (name: string) =>
  readFileSync(new URL(`../../screens/report/${name}.sql`, import.meta.url), 'utf8');

const stepsOf = (step: Row): readonly Row[] => [
  step,
  ...((step.Plans ?? []) as readonly Row[]).flatMap(stepsOf),
];

/** A fresh migrated database, with the demo where it is wanted, and the reports of screens/report run on it unchanged. */
export async function openReports(demo = false): Promise<Reports> {
  const { database, drop } = await createTestDatabase({ demo });
  const run = (
    sql: string,
    params: Row,
    districts: readonly string[] | '*',
    dataset: 'real' | 'synthetic' | 'both',
    how = '',
  ) => {
    const { text, names } = readText(sql);
    const values = names.map((given) => params[given] ?? null);
    return database.read(
      { userId: 1, districts },
      { dataset },
      async (client) => (await client.query(`${how} select * from (${text}) r limit 10000`, values)).rows,
    );
  };
  return {
    database,
    owner: (sql, values = []) => database.owner(async (client) => (await client.query(sql, values)).rows),
    report: (name, params, districts = '*', dataset = 'both') =>
      run(textOf(name), params, districts, dataset),
    steps: async (name, params) => {
      const [plan] = await run(textOf(name), params, '*', 'both', 'explain (analyze, format json)');
      const [told] = (plan?.['QUERY PLAN'] ?? []) as readonly { readonly Plan: Row }[];
      return stepsOf(told?.Plan ?? {});
    },
    sharedQuery: (name, params) => run(`-- uses: ${name}\nselect * from ${name}`, params, '*', 'both'),
    close: drop,
  };
}

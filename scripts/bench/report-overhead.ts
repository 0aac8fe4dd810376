import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { parseNamedSql, toPositional } from '#server/definitions/named-parameters.ts';
import { composed, namedTexts } from '#server/definitions/shared-queries.ts';
import { startApplication } from '#tests/support/application.ts';
import { root, type TestServerInfo } from '#tests/support/database-server.ts';
import type { BenchLine } from './line.ts';

const repeats = 25;
const common = { dst: 'all', year: 2025 };
const ratio = { series: 'lt', population: 'standard', include_non_homogeneous: true };
const reports = new Map<string, Readonly<Record<string, unknown>>>([
  ['mediansales', { ...common, year_by: 'contract', population: 'market', group_by: 'suburb' }],
  ['resales', common],
  ['salequartile', { ...common, ...ratio }],
]);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * The median time of each work. They take turns, so that whatever else the machine does falls upon all alike, and the
 * first round, which warms plans and caches, is not counted.
 */
async function timed(works: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round <= repeats; round++) {
    for (const [i, work] of works.entries()) {
      const start = performance.now();
      await work();
      if (round > 0) times[i]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}

/** A report's rows through the server, against its SQL alone on the same database in the same run. */
export async function benchReports(server: TestServerInfo): Promise<readonly BenchLine[]> {
  const app = await startApplication({ server });
  try {
    const call = async (path: string, body: object, token = ''): Promise<Record<string, unknown>> => {
      const response = await fetch(`${app.url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `JWT ${token}` } : {}) },
        body: JSON.stringify({ CadastreSafeContent: Buffer.from(JSON.stringify(body)).toString('base64') }),
      });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as Record<string, unknown>;
    };
    const token = String((await call('/app/login', { username: 'admin', password: app.password })).token);
    const districts = await app.database.database.owner(async (client) =>
      (await client.query<{ code: string }>('select code from district')).rows.map((row) => row.code),
    );
    const shared = namedTexts(readDefinitionFiles(root));
    const lines: BenchLine[] = [];
    for (const [name, params] of reports) {
      const whole = composed(readFileSync(join(root, 'screens/report', `${name}.sql`), 'utf8'), shared);
      const { text, names } = toPositional(parseNamedSql(whole?.text ?? ''));
      const given: Readonly<Record<string, unknown>> = { ...params, districts };
      const values = names.map((id) => given[id] ?? null);
      const ask = { screen: `report/${name}`, source: 'rows', params, offset: 0, limit: 5000 };
      const [alone = Number.NaN, served = Number.NaN, again = Number.NaN] = await timed([
        () =>
          app.database.database.read({ userId: 1, districts: '*' }, { dataset: 'synthetic' }, (client) =>
            client.query(text, values),
          ),
        () => call('/query', { ...ask, newer_than: new Date().toISOString() }, token),
        () => call('/query', { ...ask, sort: ['-n'].filter(() => name === 'mediansales') }, token),
      ]);
      lines.push({
        what: `Report ${name}: through the server / its SQL alone`,
        measured: `${(served / alone).toFixed(2)} × (${served.toFixed(0)} / ${alone.toFixed(0)} ms)`,
        budget: '≤ 1.2 ×',
      });
      lines.push({
        what: `Report ${name}: the same question again, from its kept run`,
        measured: `${again.toFixed(0)} ms`,
        budget: 'no run of its SQL',
      });
    }
    return lines;
  } finally {
    await app.stop();
  }
}

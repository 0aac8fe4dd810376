// Record pages of an office of 200,000 properties, each part of each page as the server answers it, and a factor over its
// largest district: shown, applied, taken back.
import type { Context } from '#server/context.ts';
import type { ReadyScreen } from '#server/definitions/definitions.ts';
import type { Entity } from '#src/core/entity.ts';
import { isTemplate, type LinkedSource } from '#src/core/linked.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { type AskJson, asJson, askingAs } from './asking.ts';
import { factorLines } from './factor.ts';
import { onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';
import { quickest } from './quickest.ts';
import { largestDistrict } from './report-grids.ts';

/** How a source of a page is asked; null where it asks nothing of a record. */
function askedOf(
  name: string,
  source: LinkedSource,
  page: ReadyScreen,
  { record }: Entity,
  id: number,
): readonly ['GET' | 'POST', string, object?] | null {
  if (source.kind === 'operation') {
    const path = { 'record.get': '', 'record.related': '/related', 'record.history': '/history' }[
      source.operation
    ];
    const own = source.params.list === record.list;
    return path === undefined || !own ? null : ['GET', `/${record.list}/${id}${path}`];
  }
  const fixed = source.kind === 'sql' || !isTemplate(source.hash);
  const newest = new Date().toISOString();
  return fixed
    ? ['POST', '/query', { screen: page.id, source: name, params: { id }, limit: 200, newer_than: newest }]
    : null;
}

/** The page of a record, and those below it that need no more than its number. */
function pagesOf(context: Context, { record }: Entity): readonly ReadyScreen[] {
  const own = `/${record.prefix}/:id`;
  return [...context.definitions.current().screens.values()].filter(
    ({ screen: { route, params } }) =>
      route === own ||
      (route.startsWith(`${own}/`) && params.every(({ in: where, id }) => where !== 'route' || id === 'id')),
  );
}

async function pageLines(context: Context, ask: AskJson): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const entity of context.definitions.current().entities.values()) {
    const pages = pagesOf(context, entity);
    if (pages.length === 0) continue;
    const { rows } = await context.database.owner((client) =>
      client.query<{ id: number; n: number }>(
        `select id::float8 as id, (select count(*)::integer from ${entity.record.table}) as n from ${entity.record.table}
         order by id offset (select count(*) / 2 from ${entity.record.table}) limit 1`,
      ),
    );
    const [middle] = rows;
    if (!middle) continue;
    for (const page of pages) {
      const parts: string[] = [];
      let sum = 0;
      for (const [name, source] of Object.entries(page.screen.data)) {
        const asked = askedOf(name, source, page, entity, middle.id);
        if (!asked) continue;
        const took = await quickest(() => ask(...asked)).catch(() => Number.NaN);
        parts.push(`${name} ${took.toFixed(0)}`);
        sum += took;
      }
      const measured = `${sum.toFixed(0)} ms (${parts.join(', ')}), of ${middle.n.toLocaleString('en-AU')}`;
      process.stdout.write(`  ${page.id}: ${measured}\n`);
      const own = page.screen.route.endsWith('/:id');
      lines.push({
        what: own ? `${entity.title} opens: its parts one by one` : `${page.id}: its parts one by one`,
        measured,
        budget: own ? 'each ≤ 100 ms' : 'each ≤ 1,000 ms',
      });
    }
  }
  return lines;
}

export const benchRecords = (server: TestServerInfo): Promise<readonly BenchLine[]> =>
  onLargeOffice(
    server,
    async (context, caller) => {
      const { ask, end } = await askingAs(context, caller.id);
      const asked = asJson(ask);
      const params = { factor: 1.0583, district: await largestDistrict(context) };
      const lines = [
        ...(await pageLines(context, asked)),
        ...(await factorLines(context, asked, 'the largest district', params)),
      ];
      await end();
      return lines;
    },
    { changes: true },
  );

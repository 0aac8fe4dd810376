// Every table of every report on paper: the rows and sums of its query, and each figure drawn.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gridsOf, paramsFor, reportsOf } from '#scripts/bench/report-grids.ts';
import { readCaller } from '#server/access/read-caller.ts';
import { scopeOf } from '#server/modules/document/paper-server.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { printedFaults } from '#tests/support/printed-tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
});
afterAll(() => server?.close());

it('prints every row of its query with the same sums, and draws each figure', async () => {
  const { context } = server;
  const token = await server.tokenOf('admin');
  const caller = await readCaller(context.database, 1);
  if (!caller) throw new Error('The office has no administrator.');
  const scope = await scopeOf(caller, context);
  const faults: string[] = [];
  const notForPaper: string[] = [];
  let drawn = 0;
  let papers = 0;
  for (const report of reportsOf(context, new Set())) {
    const sources = gridsOf(report.screen.blocks).map(({ source }) => source);
    if (sources.length === 0) continue;
    if (!report.screen.paper) {
      notForPaper.push(report.id);
      continue;
    }
    const params = paramsFor(report, '001', scope);
    const body = { screen: report.id, params, format: 'pdf' };
    const paper = await server.call('POST', '/documents', { token, body });
    if (paper.status !== 200) {
      faults.push(`${report.id}: ${paper.status} ${paper.json?.message ?? ''}`);
      continue;
    }
    papers += 1;
    const told = await printedFaults(report, sources, params, scope, caller, context, paper.bytes);
    faults.push(...told.faults);
    drawn += told.figures;
  }
  expect(faults).toEqual([]);
  expect(notForPaper).toEqual(['report/mgmt']);
  expect(papers).toBeGreaterThanOrEqual(44);
  expect(drawn).toBeGreaterThan(10_000);
});

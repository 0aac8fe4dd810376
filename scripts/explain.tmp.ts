import { permissions } from '#server/access/permissions.ts';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { memoryLog } from '#server/plugins/log.ts';
import { listSource } from '#server/reports/list-source.ts';
import { pageStatement } from '#server/reports/run.ts';
import { withDatabase } from './database/with-database.ts';
const config = loadConfig(process.env, []);
const wishes = JSON.parse(process.argv[2] ?? '[]');
await withDatabase(config, async (database) => {
  const context = createContext(config, database, { log: memoryLog(), readFiles: () => readDefinitionFiles(config.root) });
  await context.studio.reload();
  const caller = { id: 1, username: '', full_name: '', sessionId: '', roles: [], perms: new Set(Object.keys(permissions)), districts: '*' as const, permissionVersion: '' };
  for (const { list, criteria = [], sort = [], offset = 0, find = '', plan = false } of wishes) {
    const entity = context.definitions.entityOfList(list)!;
    const t0 = performance.now();
    const source = await listSource(entity, criteria, caller, 'both', context);
    const t1 = performance.now();
    const { text, values } = pageStatement(source, { sort, offset, limit: 200, find, totals: {}, group: [] });
    await database.read({ userId: 1, districts: '*' }, {timeoutMs: 120000}, async (client) => {
      const times: number[] = [];
      for (let i = 0; i < 3; i++) { const t = performance.now(); await client.query(text, values); times.push(performance.now() - t); }
      console.log(list, JSON.stringify({ criteria, sort, offset, find }), 'pre', (t1 - t0).toFixed(0), 'ms', times.map((x) => x.toFixed(0)).join(' '));
      if (plan) { const { rows } = await client.query<Record<string, string>>(`explain (analyze, buffers) ${text}`, values); console.log(rows.map((r) => r['QUERY PLAN']).join('\n')); }
    });
  }
  await context.jobs.close();
});
process.exit(0);

// What two servers are to each other.
import { randomUUID } from 'node:crypto';
import { pause } from '../kill/office.ts';
import { type Check, expect } from './check.ts';
import { database } from './cluster.ts';
import { addSale } from './records.ts';

const published = 'screens/clte/index.json';

export const serverChecks: readonly Check[] = [
  {
    name: 'a sign-in on one server holds on the other',
    run: async ({ admin, members }) => {
      for (const { port } of members) {
        const { status } = await admin.ask(port, 'GET', '/app/userinfo');
        expect(status === 200, `The server on port ${port} answers ${status}.`);
      }
    },
  },
  {
    name: 'a record that one server saved is seen by the other at once, 20 times',
    run: async (cluster) => {
      const { admin, members } = cluster;
      const sale = await addSale(cluster, '001');
      for (let n = 0; n < 20; n++) {
        const [writes, reads] = n % 2 === 0 ? members : [members[1], members[0]];
        const purpose = `Seen ${n}`;
        const asked = { version: sale.version + n, purpose };
        const { status } = await admin.ask(writes.port, 'PUT', `/sales/${sale.id}`, asked);
        const { body } = await admin.ask(reads.port, 'GET', `/sales/${sale.id}`);
        expect(
          status === 200 && body.purpose === purpose,
          `Save ${n}: ${status}, and ${body.purpose} is read.`,
        );
      }
    },
  },
  {
    name: 'lists are read on the replica',
    run: async ({ admin, replica, proxy }) => {
      const asked = `select (seq_scan + idx_scan)::integer as n from pg_stat_user_tables where relname = 'sale'`;
      const readings = async () => Number((await replica.sql(asked, database))[0]?.n);
      const before = await readings();
      const criteria = [{ fld: 'suburb', op: 'eq', val: 'NOWHERE' }];
      // PostgreSQL counts them up a moment later, and one that the replica was late for was the primary's.
      for (let n = 0; (await readings()) < before + 20; n++) {
        expect(n < 120, `Of ${n} lists ${(await readings()) - before} were read there.`);
        await admin.ask(proxy, 'POST', '/sales/count', { criteria });
        if (n >= 20) await pause(100);
      }
    },
  },
  {
    name: 'a request that a proxy repeats is done once, one after the other and at the same time',
    run: async (cluster) => {
      const { admin, members } = cluster;
      const [one, other] = members;
      const path = `/sales/${(await addSale(cluster, '001')).id}`;
      const save = (port: number, version: unknown, key: string) =>
        admin.ask(port, 'PUT', path, { version, purpose: key.slice(0, 8) }, key);
      const { body: before } = await admin.ask(one.port, 'GET', path);
      const key = randomUUID();
      const [first, second] = [
        await save(one.port, before.version, key),
        await save(other.port, before.version, key),
      ];
      expect(first.status === 200 && second.status === 200, `${first.status}, then ${second.status}.`);
      expect(second.headers.get('idempotent-replayed') === 'true', 'The repeat was not told as one.');
      const both = randomUUID();
      const next = Number(before.version) + 1;
      const at = await Promise.all([save(one.port, next, both), save(other.port, next, both)]);
      expect(
        at.every(({ status }) => status === 200),
        `At once: ${at.map(({ status }) => status).join(', ')}.`,
      );
      const { body: after } = await admin.ask(other.port, 'GET', path);
      expect(after.version === next + 1, `Version ${after.version} after ${before.version} and two saves.`);
    },
  },
  {
    name: 'what one server published the other serves with its next answer',
    run: async ({ admin, members }) => {
      const [one, other] = members;
      const asked = `/studio/definition?${new URLSearchParams({ path: published })}`;
      const { body: seen } = await admin.ask(one.port, 'GET', asked);
      const definition = JSON.parse(String(seen.text));
      const title = `${definition.title} (published)`;
      const text = JSON.stringify({ ...definition, title }, null, 2);
      const draft = await admin.ask(one.port, 'PUT', '/studio/draft', {
        path: published,
        text,
        version: null,
      });
      const { status, body } = await admin.ask(one.port, 'POST', '/studio/publish', {
        path: published,
        draft_version: draft.body.version,
        base_hash: seen.base_hash,
        note: 'A check of two servers',
      });
      expect(status === 200, `It was not published: ${status} ${JSON.stringify(body)}`);
      const { body: served } = await admin.ask(other.port, 'GET', '/definitions');
      const entries: unknown[] = Array.isArray(served.entries) ? served.entries : [];
      const found = entries.some((entry) => JSON.stringify(entry).includes(JSON.stringify(title)));
      expect(found, `The other server does not serve "${title}".`);
    },
  },
];

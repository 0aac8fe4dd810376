// Row security where two people's transactions meet on the same connections.
import pg from 'pg';
import { wrapClient } from '#server/database/client.ts';
import { addUser } from '#server/database/users.ts';
import { Caller } from './caller.ts';
import { type Check, expect } from './check.ts';
import { type Cluster, database } from './cluster.ts';
import { addSale } from './records.ts';

const alternations = 200;

/** Somebody who sees one district. */
async function person(
  { primary, pooler, proxy }: Cluster,
  username: string,
  district: string,
): Promise<Caller> {
  const pool = new pg.Pool({ connectionString: pooler.url, max: 1 });
  const client = await pool.connect();
  const { password } = await addUser(
    wrapClient(client, false, () => {}),
    {
      username,
      fullName: username,
      role: 'viewer',
    },
  );
  client.release();
  await pool.end();
  await primary.with(database, async (owner) => {
    await owner.query('insert into contract_region (name) values ($1)', [username]);
    await owner.query(
      `insert into region_district (region_id, district_code) select id, $2 from contract_region where name = $1`,
      [username, district],
    );
    await owner.query(
      `insert into user_region (user_id, region_id)
       select u.id, r.id from app_user u, contract_region r where u.username = $1 and r.name = $1`,
      [username],
    );
  });
  const caller = new Caller();
  await caller.signIn(proxy, username, password);
  return caller;
}

/** Connections that pgbouncer holds to PostgreSQL, whoever asked last on them. */
async function shared({ primary }: Cluster): Promise<number> {
  const rows = await primary.sql(
    `select count(*)::integer as n from pg_stat_activity where datname = '${database}' and usename = 'cadastre'`,
  );
  return Number(rows[0]?.n);
}

export const accessChecks: readonly Check[] = [
  {
    name: `two people who alternate on the same connections see their own rows alone, ${alternations} times`,
    run: async (cluster) => {
      const people = [await person(cluster, 'edith', '001'), await person(cluster, 'frank', '002')] as const;
      const sales = [await addSale(cluster, '001'), await addSale(cluster, '002')] as const;
      for (let n = 0; n < alternations; n++) {
        const statuses = await Promise.all(
          people.flatMap((who) => sales.map(({ id }) => who.ask(cluster.proxy, 'GET', `/sales/${id}`))),
        );
        const told = statuses.map(({ status }) => status).join(' ');
        expect(told === '200 404 404 200', `Alternation ${n}: ${told}.`);
      }
      return `on ${await shared(cluster)} connections of pgbouncer`;
    },
  },
];

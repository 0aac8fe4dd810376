// What waits and what was changed last are each person's own, and stay within their districts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resetPassword } from '#server/database/users.ts';
import type { Row } from '#src/core/values.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';
import { rowsOf } from './prove-figures.ts';

const year = 2025;
let server: TestServer;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  await server.database.owner(async (client) => {
    for (const name of ['valuer', 'office', 'viewer']) await resetPassword(client, name, password);
  });
});
afterAll(() => server?.close());

async function asked(user: string, source: string): Promise<readonly Row[]> {
  const token = await server.tokenOf(user);
  return rowsOf({ server, token, screen: 'app/dashboard', source, params: { year } });
}

function owned(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  return server.database.owner(async (client) => (await client.query<Row>(text, [...values])).rows);
}

describe('the work that waits', () => {
  it('is mine by the component in my charge, my team’s, another valuer’s, or nobody’s', async () => {
    // One component is left without a valuer.
    await owned(
      `update component set valuer_id = null where id = (select c.id from component c join sale s
         on s.district_code = c.district_code and s.component_code = c.code
         where s.confirmed and s.suitable is null and s.contract_date between sale_window_start($1::integer) and sale_window_end($1::integer)
           and s.district_code = any (user_districts((select id from app_user where username = 'valuer'), true))
         order by s.id limit 1)`,
      [year],
    );
    const sales = await owned(
      `select s.confirmed, s.suitable, u.username from sale s
       left join component c on c.district_code = s.district_code and c.code = s.component_code
       left join app_user u on u.id = c.valuer_id
       where s.status = 'A' and s.district_code = any (user_districts((select id from app_user where username = 'valuer'), true))
         and s.contract_date between sale_window_start($1::integer) and sale_window_end($1::integer)`,
      [year],
    );
    const judge = sales.filter(({ confirmed, suitable }) => confirmed === true && suitable === null);
    const of = (name: string) => judge.filter(({ username }) => username === name).length;
    const found = (await asked('valuer', 'work')).find(({ work }) => work === 'JUDGE');
    expect(found).toMatchObject({
      mine: of('valuer'),
      teams: of('contractor'),
      others: 0,
      nobodys: judge.length - of('valuer') - of('contractor'),
      everybodys: judge.length,
    });
    expect(of('valuer')).toBeGreaterThan(0);
    expect(of('contractor')).toBeGreaterThan(0);
    expect(found?.nobodys).not.toBe(0);
    // Who is in charge of none has none, and sees the same whole.
    expect((await asked('viewer', 'work')).find(({ work }) => work === 'JUDGE')).toMatchObject({
      mine: 0,
      teams: 0,
      others: of('valuer') + of('contractor'),
      everybodys: judge.length,
    });
  });
});

describe('records I changed last', () => {
  it('are those that I changed, each once, the newest first, of districts that I see', async () => {
    expect(await asked('valuer', 'recent')).toEqual([]);
    const [people] = await owned(
      `select max(id) filter (where username = 'valuer')::integer as valuer,
         max(id) filter (where username = 'office')::integer as office from app_user`,
    );
    const [near] = await owned(
      `select (array_agg(id order by id))[1:3]::text[] as ids, min(district_code) as district from property
       where district_code = (select min(d) from unnest(user_districts($1::bigint, true)) as d
         where exists (select from property p where p.district_code = d))`,
      [people?.valuer],
    );
    const [far] = await owned(
      'select id, district_code as district from property where not district_code = any (user_districts($1::bigint, true)) limit 1',
      [people?.valuer],
    );
    const [first, second, third] = (near?.ids ?? []) as readonly string[];
    const entries = [
      [people?.valuer, first, near?.district],
      [people?.valuer, second, near?.district],
      [people?.valuer, first, near?.district],
      [people?.office, third, near?.district],
      ...(far ? [[people?.valuer, far.id, far.district]] : []),
    ];
    for (const [i, [user, id, district]] of entries.entries())
      await owned(
        `insert into audit (user_id, table_name, row_id, action, fields, district_code, synthetic, at)
         values ($1::bigint, 'property', $2::bigint, 'update', '{}', $3::text, true, now() + $4::integer * interval '1 second')`,
        [user, id, district, i],
      );
    const recent = await asked('valuer', 'recent');
    expect(recent.map(({ record }) => record)).toEqual([`PID ${first}`, `PID ${second}`]);
    expect(recent[0]).toMatchObject({ link: `/prop/${first}` });
    expect((await asked('office', 'recent')).map(({ record }) => record)).toEqual([`PID ${third}`]);
  });
});

describe('accounts', () => {
  it('are counted for who manages users, who alone sees when others signed in', async () => {
    const [all] = await owned('select count(*)::integer as n from app_user where active');
    expect((await asked('admin', 'people'))[0]).toMatchObject({ active_people: all?.n });
  });
});

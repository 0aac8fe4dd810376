// A kind whose function writes set by set; two people with the same file; a file that is stopped.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';
import { uploadFile } from '#tests/support/sent-file.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  await sql(`
    create function test_import(file bigint, rows jsonb, options jsonb)
    returns table (line integer, district_code text, action text, item_id bigint, field text, old_value text, new_value text, message text)
    language plpgsql as $$
    begin
      if rows @> '[{"title": "stop"}]' then raise exception 'The whole of it is wrong.'; end if;
      return query with l as (select * from jsonb_to_recordset(rows) as l (line integer, title text, pages integer)),
        made as (insert into improvement_schedule (name, scope) select format('%s by %s', l.title, file), 'GLOBAL' from l where l.title <> 'bad'
          returning id, name)
      select l.line, null::text, case when l.title = 'bad' then 'error' else 'new' end, m.id, null::text, null::text, null::text,
        case when l.title = 'bad' then 'It is bad.' end
      from l left join made m on m.name = format('%s by %s', l.title, file) order by l.line;
    end $$;
    create function test_import_undo(file bigint) returns integer language sql as
      $$ with gone as (delete from improvement_schedule where name like '% by ' || file returning 1) select count(*)::integer from gone $$;
    grant execute on function test_import, test_import_undo to cadastre_writer, cadastre_reader`);
  await server.reload(
    screenFiles({
      'schemas/imports/books.json': {
        id: 'books',
        title: 'Books',
        noun: 'books',
        description: 'Books.',
        needs: 'refiU',
        entity: 'improvementSchedule',
        columns: [
          { id: 'title', required: true },
          { id: 'pages', type: 'integer', required: true },
        ],
        function: 'test_import',
        undoneBy: 'test_import_undo',
      },
    }),
  );
  for (const name of ['otto', 'ona'] as const) {
    await server.addUser(name, 'office', ['001']);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const begin = async (name: string, content: string, by = 'otto') => {
  const answer = await uploadFile(server, tokens[by], name, content);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return { id: answer.json.job_id as number, by };
};
const resultOf = async ({ id, by }: { id: number; by: string }) => {
  await server.context.jobs.idle();
  return (await server.call('GET', `/jobs/${id}`, { token: tokens[by] ?? null })).json.result;
};
const send = async (name: string, content: string) => resultOf(await begin(name, content));
const names = async () =>
  (await rows('select name from improvement_schedule order by name')).map(({ name }) => name);
const undo = (id: number) => server.call('PUT', `/imports/files/${id}/undo`, { token: tokens.otto ?? null });

describe('a kind with a function', () => {
  it('is written by it, logged by what it returns, and taken back by the other', async () => {
    const { fileIds, counts } = await send('one.csv', 'pages,title\n1,a\n2,b\n');
    expect(counts).toMatchObject({ read: 2, new: 2 });
    expect(await names()).toEqual([`a by ${fileIds[0]}`, `b by ${fileIds[0]}`]);
    expect(
      await rows(
        `select line_no, action, item_id is not null as there from import_log where file_id = ${fileIds[0]} order by id`,
      ),
    ).toEqual([
      { line_no: 2, action: 'new', there: true },
      { line_no: 3, action: 'new', there: true },
    ]);
    expect((await undo(fileIds[0])).json).toMatchObject({ removed: 2 });
    expect(await names()).toEqual([]);
  });

  it('keeps nothing where the function finds an error, or raises one', async () => {
    expect((await send('bad.csv', 'pages,title\n1,a\n2,bad\n')).problems).toEqual(['bad.csv:3: It is bad.']);
    expect((await send('stop.csv', 'pages,title\n1,a\n2,stop\n')).problems).toEqual([
      'stop.csv: The whole of it is wrong.',
    ]);
    expect(await names()).toEqual([]);
  });
});

describe('the same file of two people at once', () => {
  it('is taken in once', async () => {
    const both = await Promise.all([
      begin('x.csv', 'pages,title\n7,x\n', 'otto'),
      begin('y.csv', 'pages,title\n7,x\n', 'ona'),
    ]);
    const results = [await resultOf(both[0] as never), await resultOf(both[1] as never)];
    expect(results.map(({ seen }) => seen).sort()).toEqual([0, 1]);
    expect(results.map(({ counts }) => counts.new).sort()).toEqual([0, 1]);
    expect(await names()).toHaveLength(1);
  });
});

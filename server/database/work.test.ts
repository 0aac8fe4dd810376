import { describe, expect, it } from 'vitest';
import { statementName } from './work.ts';

describe('the name of a statement', () => {
  const named = (text: string) => statementName(text).replace(/ [0-9a-f]{8}$/, '');

  it('is what it does and the table that it does it to', () => {
    expect(named('-- of a page\nselect p.id from property p')).toBe('select property');
    expect(named('insert into "hit_log" (path) values ($1)')).toBe('insert hit_log');
    expect(named('update only sale set price = $1')).toBe('update sale');
    expect(named('begin')).toBe('begin');
  });

  it('is not that of a table within it', () => {
    const roles = 'array(select r.role from user_role r where r.user_id in (select id from app_user))';
    expect(named(`select ${roles} from session s`)).toBe('select session');
    expect(named('select n from (select count(*) as n from sale) as s')).toBe('select sale');
  });

  it('tells one text from another', () => {
    expect(statementName('select 1')).not.toBe(statementName('select 2'));
  });
});

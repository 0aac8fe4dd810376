// What the checks find in the demo.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ demo: true });
});
afterAll(() => test.drop());

const rules = async (where: string) =>
  (
    await test.database.owner((client) =>
      client.query<{ rule: string }>(
        `select distinct c.rule from check_result c join supp s on s.id = c.item_id where c.item_type = 'SU' and ${where} order by 1`,
      ),
    )
  ).rows.map(({ rule }) => rule);

describe('supps of the demo', () => {
  it('have a planted finding of each check of a value and of a record, and of most for established ones', async () => {
    expect(await rules(`s.transmit_status = 'F'`)).toEqual(
      expect.arrayContaining(
        '001 002 003 005 006 007 008 009 010 011 012 013 162 163 164 166 167 168 169'.split(' '),
      ),
    );
  });

  it('are not ready while an error stands', async () => {
    expect(
      await rules(`s.transmit_status <> 'F' and c.severity = 'E' and c.acknowledged_comment is null`),
    ).toEqual([]);
  });

  it('were acknowledged where they were sent', async () => {
    expect(await rules(`s.transmit_status in ('S', 'X') and c.acknowledged_comment is null`)).toEqual([]);
    expect((await rules(`s.transmit_status = 'X' and c.acknowledged_by is not null`)).length).toBeGreaterThan(
      0,
    );
  });
});

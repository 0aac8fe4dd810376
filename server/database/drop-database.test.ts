import { expect, it } from 'vitest';
import { dropDatabase } from './drop-database.ts';

/** A server that refuses one statement after the other with these codes, then takes them. */
function refusing(...codes: readonly string[]) {
  const asked: string[] = [];
  const left = [...codes];
  const query = async (text: string) => {
    asked.push(text);
    const code = left.shift();
    if (code) throw Object.assign(new Error(`refused with ${code}`), { code });
  };
  return { asked, client: { query } as unknown as Parameters<typeof dropDatabase>[0] };
}

const plain = 'drop database if exists "a""b"';

it('is dropped by force while others are in it, and plainly while a worker of the database cleans there', async () => {
  const { asked, client } = refusing('55006', '42501');
  await dropDatabase(client, 'a"b');
  expect(asked).toEqual([plain, `${plain} with (force)`, plain]);
});

it('is not tried again where the user may not drop it, and for no longer than is said', async () => {
  const foreign = refusing('42501');
  await expect(dropDatabase(foreign.client, 'a"b')).rejects.toThrow('refused with 42501');
  const busy = refusing('55006', '55006');
  await expect(dropDatabase(busy.client, 'a"b', -1)).rejects.toThrow('refused with 55006');
  expect([foreign.asked.length, busy.asked.length]).toEqual([1, 1]);
});

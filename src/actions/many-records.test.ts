import { describe, expect, it } from 'vitest';
import type { ManyRequest } from '#src/render/many-records.ts';
import { followed, run, world } from './test-support.ts';

const asked = {
  title: 'Change books',
  text: '',
  list: 'books',
  prefix: 'book',
  one: 'book',
  more: 'books',
  does: { kind: 'set' },
  inputs: [],
};
const step = (more: object = {}) =>
  followed({ type: 'bulk', asked, found: '{row.hash}', ...more }, [{ type: 'close' }]);

describe('steps over many records', () => {
  it.each(['bulk', 'command'])(
    '%s asks about the rows selected, and goes on once they were changed',
    async (type) => {
      const ports = world();
      const form = { selected: ['7', 8], count: 2 };
      expect((await run({ ...step(), type }, ports, { form, row: { hash: 'h' } })).done).toBe(true);
      expect(ports.log).toEqual([['changeMany', { ...asked, ids: [7, 8], hash: 'h' }], ['closeDialog']]);
    },
  );

  it('asks about all that was found where nothing is selected, and about one record that it names', async () => {
    const ports = world();
    await run(step(), ports, { form: { selected: [] }, row: { hash: 'h' } });
    await run(step({ record: '{row.id}', found: undefined }), ports, { row: { id: 5 } });
    const requests = ports.log.flatMap((entry) => {
      const [name, request] = entry as [string, ManyRequest];
      return name === 'changeMany' ? [[request.ids, request.hash]] : [];
    });
    expect(requests).toEqual([
      [[], 'h'],
      [[5], null],
    ]);
  });

  it('fills inputs as the step says, and leaves the others as the command has them', async () => {
    const ports = world();
    const inputs = [
      { id: 'days', default: 30 },
      { id: 'branch', default: null },
      { id: 'note', default: 'none' },
    ];
    const params = { days: '{row.days}', branch: '{row.branch}' };
    await run(step({ asked: { ...asked, inputs }, params }), ports, { row: { days: 60, branch: '' } });
    const [request] = ports.log.flatMap((entry) => (Array.isArray(entry) ? [entry[1] as ManyRequest] : []));
    expect(request?.inputs.map((input) => input.default)).toEqual([60, null, 'none']);
  });

  it('ends where the person leaves without a change', async () => {
    const ports = world({ changeMany: async () => false });
    expect(await run(step(), ports)).toEqual({ done: false, failure: null });
    expect(ports.log).toEqual([]);
  });
});

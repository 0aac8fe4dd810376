import { describe, expect, it } from 'vitest';
import type { ActionPorts } from '#src/render/action-runner.ts';
import { conflict, followed, run, world } from './test-support.ts';

describe('a call', () => {
  it('call sends resolved values and runs then with the answer in scope', async () => {
    const ports = world();
    const outcome = await run(
      followed(
        {
          type: 'call',
          operation: 'book.lend',
          params: { id: '{row.id}' },
          body: { reader: '{form.reader}' },
        },
        [{ type: 'snackbar', kind: 'success', text: 'Loan {answer.id}' }],
      ),
      ports,
      { row: { id: 5 }, form: { reader: 9 } },
    );
    expect(ports.log).toEqual([
      ['call', 'book.lend', { params: { id: 5 }, body: { reader: 9 } }],
      ['snackbar', 'success', 'Loan 7'],
    ]);
    expect(outcome).toEqual({ done: true, value: { id: 7 } });
  });

  it('call sends the whole form and merges what the event adds to the body', async () => {
    const ports = world();
    await run({ type: 'call', operation: 'book.save', body: 'form' }, ports, {
      form: { title: 'A', version: 2 },
      body: { __forceUpdate__: true },
    });
    expect(ports.log).toEqual([
      ['call', 'book.save', { body: { title: 'A', version: 2, __forceUpdate__: true } }],
    ]);
  });

  it('call sends the same request id again after a failure, and a new one after an answer', async () => {
    const sent: unknown[] = [];
    let fails = true;
    const ports = world({
      call: async (_operation, { body }) => {
        sent.push(body && Reflect.get(body, 'request_id'));
        if (fails) throw conflict;
        return { id: 7 };
      },
    });
    const press = () =>
      run({ type: 'call', operation: 'book.buy', once: 'request_id', body: { title: 'A' } }, ports);
    await expect(press()).rejects.toBe(conflict);
    fails = false;
    await press();
    await press();
    expect(sent.every((id) => typeof id === 'string' && id.length === 36)).toBe(true);
    expect([sent[1] === sent[0], sent[2] === sent[1]]).toEqual([true, false]);
  });

  it('a failed call without onError hands its failure on', async () => {
    const ports = world({ call: () => Promise.reject(conflict) });
    const step = followed({ type: 'call', operation: 'book.save' }, [{ type: 'close' }]);
    await expect(run(step, ports)).rejects.toBe(conflict);
    expect(ports.log).toEqual([]);
  });

  it('onError takes the branch of the status before the one for any', async () => {
    const ports = world({ call: () => Promise.reject(conflict) });
    const onError = {
      '409': [{ type: 'snackbar', kind: 'warning', text: '{failure.message}' }],
      '*': [{ type: 'snackbar', kind: 'error', text: 'other' }],
    };
    expect(await run({ type: 'call', operation: 'book.save', onError }, ports)).toEqual({
      done: false,
      failure: null,
    });
    expect(ports.log).toEqual([['snackbar', 'warning', 'Ann saved first.']]);
  });

  it('onError takes * for any other status', async () => {
    const ports = world({ call: () => Promise.reject({ ...conflict, status: 500 }) });
    const onError = { '409': [{ type: 'close' }], '*': [{ type: 'snackbar', kind: 'error', text: 'other' }] };
    await run({ type: 'call', operation: 'book.save', onError }, ports);
    expect(ports.log).toEqual([['snackbar', 'error', 'other']]);
  });

  it('points at the field of the form that filled what the server refused', async () => {
    const filled = (...path: readonly string[]) => ({ $text: ['', { path }, ''], over: 'form' });
    const refused = {
      ...conflict,
      status: 422,
      errors: ['/newTitle', '/branch', '/other'].map((pointer) => ({ pointer, message: 'No.' })),
    };
    const step = {
      type: 'call',
      operation: 'book.save',
      body: { newTitle: filled('form', 'title'), branch: filled('params', 'branch') },
    };
    await expect(run(step, world({ call: () => Promise.reject(refused) }))).rejects.toMatchObject({
      errors: [{ pointer: '/title' }, { pointer: '' }, { pointer: '/other' }],
    });
  });

  it('a cancelled call stops without a complaint', async () => {
    const ports = world({ call: () => Promise.reject(new DOMException('gone', 'AbortError')) });
    expect(
      await run({ type: 'call', operation: 'book.save', onError: { '*': [{ type: 'close' }] } }, ports),
    ).toEqual({
      done: false,
      failure: null,
    });
    expect(ports.log).toEqual([]);
  });

  it('when leaves a step out unless it is true', async () => {
    const when = { $expr: 'row.open', over: 'row', returns: 'boolean' } as const;
    const resolve: ActionPorts['resolve'] = (value, extra) => (value === when ? extra.row?.open : value);
    const ports = world({ resolve });
    expect((await run({ type: 'close', when }, ports, { row: { open: null } })).done).toBe(true);
    expect(ports.log).toEqual([]);
    await run({ type: 'close', when }, ports, { row: { open: true } });
    expect(ports.log).toEqual([['closeDialog']]);
  });
});

import { describe, expect, it } from 'vitest';
import type { LinkedAction } from '#src/core/linked.ts';
import type { ActionPorts } from '#src/render/action-runner.ts';
import type { ActOutcome, Failure } from '#src/render/block-props.ts';
import { actionRunners } from './index.ts';
import type { StepExtra } from './step.ts';

const conflict: Failure = {
  status: 409,
  code: 'stale-version',
  message: 'Ann saved first.',
  reference: 'r-1',
  errors: [],
  details: { current: { id: 1 } },
};

interface World extends ActionPorts {
  readonly log: unknown[];
}

/** Ports that write down what happened; `{row.x}` in a text is filled as the spine would do it. */
function world(given: Partial<ActionPorts> = {}): World {
  const log: unknown[] = [];
  const note =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void log.push([name, ...args]);
  const resolve = (value: unknown, extra: StepExtra): unknown => {
    if (typeof value === 'string') {
      const scope: { readonly [name: string]: unknown } = {
        row: extra.row,
        form: extra.form,
        answer: extra.answer,
        failure: extra.failure,
      };
      const read = (path: string) =>
        path
          .split('.')
          .reduce<unknown>((at, key) => (at as { [k: string]: unknown } | undefined)?.[key], scope);
      const whole = /^\{([^}]+)\}$/.exec(value);
      return whole?.[1]
        ? read(whole[1])
        : value.replace(/\{([^}]+)\}/g, (_, path: string) => String(read(path) ?? ''));
    }
    if (Array.isArray(value)) return value.map((entry) => resolve(entry, extra));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolve(entry, extra)]));
    return value;
  };
  const ports: World = {
    log,
    navigate: note('navigate'),
    call: async (...args) => {
      note('call')(...args);
      return { id: 7 };
    },
    snackbar: note('snackbar'),
    confirm: async (question) => {
      note('confirm')(question);
      return true;
    },
    openDialog: note('openDialog'),
    closeDialog: note('closeDialog'),
    refresh: note('refresh'),
    download: async (...args) => note('download')(...args),
    setParams: note('setParams'),
    session: { signIn: note('signIn'), signOut: async () => note('signOut')() },
    resolve,
    run: async (steps, extra): Promise<ActOutcome> => {
      let outcome: ActOutcome = { done: true, value: null };
      for (const step of steps) {
        outcome = await run(step, ports, extra);
        if (!outcome.done) return outcome;
      }
      return outcome;
    },
    ...given,
  };
  return ports;
}

// Definitions say "then"; nobody awaits a step.
function followed(step: LinkedAction, steps: readonly LinkedAction[]): LinkedAction {
  // biome-ignore lint/suspicious/noThenProperty: the language's own word
  return { ...step, then: steps };
}

function run(step: LinkedAction, ports: ActionPorts, extra: StepExtra = {}): Promise<ActOutcome> {
  const runner = actionRunners.get(step.type);
  if (!runner) throw new Error(`No runner for "${step.type}".`);
  return runner(step, ports, extra);
}

describe('actions', () => {
  it('navigate opens the resolved route', async () => {
    const ports = world();
    await run({ type: 'navigate', to: '/book/{row.id}', newTab: true }, ports, { row: { id: 5 } });
    expect(ports.log).toEqual([['navigate', '/book/5', { newTab: true, replace: false }]]);
  });

  it('navigate without a route fails and goes nowhere', async () => {
    const ports = world();
    await expect(run({ type: 'navigate', to: '{row.link}' }, ports, { row: {} })).rejects.toMatchObject({
      message: expect.stringContaining('navigate.to'),
    });
    expect(ports.log).toEqual([]);
  });

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

  it('dialog opens its blocks unresolved and close closes', async () => {
    const ports = world();
    const blocks = [{ id: 'note', type: 'text', text: 'Due {row.due}' }];
    await run({ type: 'dialog', title: 'Lend {row.title}', blocks }, ports, { row: { title: 'Emma' } });
    await run({ type: 'close' }, ports);
    expect(ports.log).toEqual([['openDialog', { title: 'Lend Emma', blocks }], ['closeDialog']]);
  });

  it('confirm runs its steps after agreement and stops the plan after refusal', async () => {
    const question = { type: 'confirm', title: 'Delete?', text: '', confirm: 'Delete', intent: 'danger' };
    const step = followed(question, [{ type: 'close' }]);
    const agreed = world();
    expect((await run(step, agreed)).done).toBe(true);
    expect(agreed.log.at(-1)).toEqual(['closeDialog']);
    const refused = world({ confirm: async () => false });
    expect(await run(step, refused)).toEqual({ done: false, failure: null });
    expect(refused.log).toEqual([]);
  });

  it('download, refresh, snackbar and set reach their ports', async () => {
    const ports = world();
    await run(
      { type: 'download', operation: 'book.labels', query: { size: 'A4' }, filename: 'labels-{row.id}.csv' },
      ports,
      { row: { id: 3 } },
    );
    await run({ type: 'refresh', data: ['books'] }, ports);
    await run({ type: 'snackbar', kind: 'shout', text: 'Hi', timeout: 5000 }, ports);
    await run({ type: 'set', params: { branch: '{row.branch}' } }, ports, { row: { branch: 'N' } });
    expect(ports.log).toEqual([
      ['download', 'book.labels', { query: { size: 'A4' } }, 'labels-3.csv'],
      ['refresh', ['books']],
      ['snackbar', 'info', 'Hi', 5000],
      ['setParams', { branch: 'N' }],
    ]);
  });

  it('sign-in hands the answer before it to the session and sign-out ends it', async () => {
    const ports = world();
    await run({ type: 'sign-in' }, ports, { answer: { token: 't' } });
    await run({ type: 'sign-out' }, ports);
    expect(ports.log).toEqual([['signIn', { token: 't' }], ['signOut']]);
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

  it('search posts its criteria and opens the result of the list', async () => {
    const ports = world({ call: async () => ({ hash: 'a1b2' }) });
    const sent: unknown[] = [];
    const recording: ActionPorts = {
      ...ports,
      call: async (...args) => {
        sent.push(args);
        return { hash: 'a1b2' };
      },
    };
    const criteria = [
      { fld: 'branch', op: 'eq', val: '{row.branch}' },
      { fld: 'bought', op: 'between', val: ['{row.first}', '{row.last}'] },
      { fld: 'kind', op: 'oneof', val: '{form.none}', optional: true },
    ];
    await run({ type: 'search', list: 'books', prefix: 'book', criteria }, recording, {
      row: { branch: 'N', first: '2022-01-01', last: '2022-12-31' },
    });
    expect(sent).toEqual([
      [
        'record.search',
        {
          params: { list: 'books' },
          body: {
            searchType: 'full',
            isRecent: false,
            criteria: [
              { fld: 'branch', op: 'eq', val: 'N' },
              { fld: 'bought', op: 'between', val: ['2022-01-01', '2022-12-31'] },
            ],
          },
        },
      ],
    ]);
    expect(ports.log).toEqual([['navigate', '/book/result/a1b2', { newTab: false }]]);
  });

  it('search for one id goes straight to the record', async () => {
    const ports = world();
    await run(
      { type: 'search', list: 'books', prefix: 'book', criteria: [{ fld: 'id', op: 'eq', val: '{row.id}' }] },
      ports,
      {
        row: { id: 12 },
      },
    );
    expect(ports.log).toEqual([['navigate', '/book/12', { newTab: false }]]);
  });

  it('search turns a missing value into a search for emptiness, and refuses where that has no meaning', async () => {
    const sent: unknown[] = [];
    const ports = world({
      call: async (_operation, input) => {
        sent.push(input.body);
        return { hash: 'h' };
      },
    });
    await run(
      {
        type: 'search',
        list: 'books',
        prefix: 'book',
        criteria: [{ fld: 'branch', op: 'eq', val: '{row.branch}' }],
      },
      ports,
      {
        row: { branch: null },
      },
    );
    expect(sent).toEqual([
      { searchType: 'full', isRecent: false, criteria: [{ fld: 'branch', op: 'empty' }] },
    ]);
    const lost = run(
      {
        type: 'search',
        list: 'books',
        prefix: 'book',
        criteria: [{ fld: 'pages', op: 'gt', val: '{row.pages}' }],
      },
      ports,
      { row: {} },
    );
    await expect(lost).rejects.toMatchObject({ message: expect.stringContaining('"pages"') });
    expect(sent).toHaveLength(1);
  });
});

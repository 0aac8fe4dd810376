// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiPort } from '#src/render/ports.tsx';
import { bookEntity, bookField } from '#tests/support/book.ts';
import {
  book,
  definition,
  draw,
  drawsForms,
  linked,
  save,
  stored,
  type,
} from '#tests/support/drawn-form.tsx';

drawsForms();
// Only the second of quiet is under the test's hand; loading parts and answers go their way.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

interface Kept {
  readonly values: object;
  readonly base_version: number | null;
  readonly saved_at: string;
}

/** The draft calls of a server, and what it holds. */
function server(draft: Kept | null = null, refuse = false) {
  const world = { draft, calls: [] as string[], refuse };
  const call: ApiPort['call'] = async (operation, input = {}) => {
    world.calls.push(operation);
    if (world.refuse) throw Object.assign(new Error('Please sign in.'), { status: 401 });
    if (operation === 'draft.get') return { draft: world.draft };
    if (operation === 'draft.save') {
      const { values, base_version } = input.body as Kept;
      world.draft = { values, base_version, saved_at: '2026-03-01T03:05:00Z' };
    }
    if (operation === 'draft.discard') world.draft = null;
    return null;
  };
  return { world, call };
}

const quiet = () => act(() => vi.advanceTimersByTimeAsync(1100));
const kept: Kept = { values: { title: 'Kept' }, base_version: 3, saved_at: '2026-03-01T03:05:00Z' };

describe('a draft', () => {
  it('keeps what was typed once the keys are still, with the version that was read', async () => {
    const { world, call } = server();
    await draw({ call });
    await type(/^Title/, 'Mine');
    expect(world.calls).toEqual(['draft.get']);
    await quiet();
    await waitFor(() => expect(world.draft).toMatchObject({ values: { title: 'Mine' }, base_version: 3 }));
    expect(world.calls).toEqual(['draft.get', 'draft.save']);
  });

  it('is offered when the form opens and restored on demand', async () => {
    const { call } = server(kept);
    const { acts, dirty } = await draw({ call });
    expect(await screen.findByText(/You have unsaved changes of /)).toBeDefined();
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Emma');
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Kept');
    expect(dirty.at(-1)).toBe(true);
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, title: 'Kept' });
  });

  it('of an older state is saved with the version that its writer had read', async () => {
    const { call } = server({ ...kept, base_version: 2 });
    const { acts } = await draw({ call });
    expect(await screen.findByText(/saved since/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    await save();
    expect(acts[0]?.form).toEqual({ version: 2, title: 'Kept' });
  });

  it('gives way to what was typed since', async () => {
    const { call } = server({ ...kept, values: { title: 'Kept', pages: 301 } });
    await draw({ call });
    await screen.findByText(/You have unsaved changes of /);
    await type(/^Title/, 'Newer');
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Newer');
    expect(screen.getByLabelText(/^Pages/)).toHaveProperty('value', '301');
  });

  it('is not overwritten before it is decided, and forgotten when discarded', async () => {
    const { world, call } = server(kept);
    await draw({ call });
    await screen.findByText(/You have unsaved changes of /);
    await type(/^Title/, 'Newer');
    await quiet();
    expect(world.draft).toEqual(kept);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(world.draft).toMatchObject({ values: { title: 'Newer' } }));
    expect(screen.queryByText(/You have unsaved changes of /)).toBeNull();
  });

  it('goes when the form is saved', async () => {
    const { world, call } = server();
    await draw({ call });
    await type(/^Title/, 'Mine');
    await quiet();
    await waitFor(() => expect(world.draft).not.toBeNull());
    await save();
    await waitFor(() => expect(world.draft).toBeNull());
  });

  it('goes when what was typed is as it was', async () => {
    const { world, call } = server();
    await draw({ call });
    await type(/^Title/, 'Mine');
    await quiet();
    await waitFor(() => expect(world.draft).not.toBeNull());
    await type(/^Title/, 'Emma');
    await quiet();
    await waitFor(() => expect(world.draft).toBeNull());
  });

  it('is not offered where it says what is stored', async () => {
    const { world, call } = server({ ...kept, values: { title: 'Emma' } });
    await draw({ call });
    await waitFor(() => expect(world.calls).toEqual(['draft.get']));
    expect(screen.queryByText(/You have unsaved changes of /)).toBeNull();
  });

  it('that the server did not take is offered when the form is opened again', async () => {
    const lost = server();
    const first = await draw({ call: lost.call });
    await waitFor(() => expect(lost.world.calls).toEqual(['draft.get']));
    lost.world.refuse = true;
    await type(/^Title/, 'Unsent');
    // Left before the second was over, as after the end of a session.
    first.unmount();
    const { world, call } = server();
    await draw({ call });
    expect(await screen.findByText(/You have unsaved changes of /)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Unsent');
    await waitFor(() => expect(world.draft).toMatchObject({ values: { title: 'Unsent' } }));
    await save();
    await waitFor(() => expect(world.draft).toBeNull());
  });

  it('never holds a password, and a form may keep none', async () => {
    const secret = bookEntity([...Object.values(book.fields), bookField('pin')]);
    const given = {
      ...definition,
      sections: [{ id: 'main', fields: [{ id: 'title' }, { id: 'pin', widget: 'password' }] }],
    };
    expect((await linked(given, secret)).block.drafts).toEqual(['title']);
    expect((await linked({ ...given, drafts: false }, secret)).block.drafts).toBeNull();
    const { world, call } = server();
    await draw({ given: { ...definition, drafts: false }, record: stored, call });
    await type(/^Title/, 'Mine');
    await quiet();
    expect(world.calls).toEqual([]);
  });
});

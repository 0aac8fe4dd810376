// @vitest-environment jsdom
import { cleanup, configure, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TextBlock } from '#src/blocks/text/text.tsx';
import { drawScreen } from '#tests/support/drawn-screen.tsx';

afterEach(cleanup);
// Parts load when first used; a slow machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 });

const blocks = new Map([['text', async () => TextBlock]]);
const shelf = {
  id: 'shelf',
  route: '/shelf',
  title: 'Shelf',
  params: [
    { id: 'genre', codes: 'genre', title: 'Genre' },
    { id: 'year', type: 'integer', format: 'baseYear', title: 'Year', default: 2022 },
    { id: 'least', type: 'integer', title: 'Least pages', default: 100 },
  ],
  blocks: [{ id: 'note', type: 'text', text: 'Books of {params.genre}, {params.year}, {params.least}.' }],
};

describe('the filters of a page', () => {
  it('say what the address asks and they do not have, and clear it', async () => {
    const page = drawScreen(shelf, '/shelf?genre=NOPE&least=5', { blocks });
    expect((await screen.findByRole('alert')).textContent).toContain('“NOPE” is none of the choices');
    expect(await screen.findByText('Books of , 2022, 5.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Clear this filter' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(page.address()).toBe('/shelf?least=5');
  });
});

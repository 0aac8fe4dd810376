// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { TextBlock } from '#src/blocks/text/text.tsx';
import type { Workspace } from '#src/render/ports.tsx';
import { widgets } from '#src/widgets/index.ts';
import { drawScreen } from '#tests/support/drawn-screen.tsx';

afterEach(cleanup);

const blocks = new Map([['text', async () => TextBlock]]);
const shelf = {
  id: 'shelf',
  route: '/shelf/:dst',
  title: 'Shelf',
  params: [
    { id: 'dst', in: 'route', entity: 'district' },
    { id: 'genre', codes: 'genre', title: 'Genre' },
    { id: 'year', type: 'integer', format: 'baseYear', title: 'Year', default: 2022 },
    { id: 'least', type: 'integer', title: 'Least pages', default: 100 },
  ],
  blocks: [
    { id: 'note', type: 'text', text: 'Of {params.dst}: {params.genre}, {params.year}, {params.least}.' },
  ],
};
const districts = [
  { id: 1, code: '001', name: 'CESSNOCK' },
  { id: 2, code: '079', name: 'NEWCASTLE' },
];
const call = async () => ({ districts });

function draw(address: string) {
  const remembered: unknown[] = [];
  const workspace: Workspace = {
    dataset: 'real',
    years: [2024, 2022],
    chooseDataset: () => undefined,
    hiddenRows: {},
    hideRows: () => undefined,
    remember: (choice) => void remembered.push(choice),
  };
  return { page: drawScreen(shelf, address, { blocks, widgets, call, workspace }), remembered };
}

const chip = (name: string) => screen.findByRole('button', { name });
const editor = async (name: string) => within(await screen.findByRole('dialog', { name: `Change ${name}` }));

describe('the chip of a parameter', () => {
  it('opens the input of this parameter alone, which Enter applies', async () => {
    const { page } = draw('/shelf/001?genre=N');
    await userEvent.click(await chip('Least pages: 100'));
    const input = await (await editor('Least pages')).findByRole('textbox', { name: 'Least pages' });
    expect(document.activeElement).toBe(input);
    await userEvent.clear(input);
    await userEvent.type(input, '250{Enter}');
    await expect.poll(() => page.address()).toBe('/shelf/001?genre=N&least=250');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(await chip('Least pages: 250'));
  });

  it('is left by Escape with nothing changed and the focus on it', async () => {
    const { page } = draw('/shelf/001?genre=N');
    const button = await chip('Least pages: 100');
    await userEvent.click(button);
    await userEvent.type(await (await editor('Least pages')).findByRole('textbox'), '7');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(page.address()).toBe('/shelf/001?genre=N');
  });

  it('does not take what is no value', async () => {
    const { page } = draw('/shelf/001');
    await userEvent.click(await chip('Least pages: 100'));
    const input = await (await editor('Least pages')).findByRole('textbox');
    await userEvent.clear(input);
    await userEvent.type(input, 'many{Enter}');
    expect(await (await editor('Least pages')).findByRole('alert')).toBeDefined();
    expect(page.address()).toBe('/shelf/001');
  });

  it('changes the district of the path, keeps all else of the address, and carries it on', async () => {
    const { page, remembered } = draw('/shelf/001?genre=N&least=5');
    await userEvent.click(await chip('District: 001 CESSNOCK'));
    const input = await (await editor('District')).findByRole('combobox', { name: 'District' });
    await userEvent.clear(input);
    await userEvent.type(input, 'newc{Enter}');
    await expect.poll(() => page.address()).toBe('/shelf/079?genre=N&least=5');
    expect(remembered).toContainEqual({ district: '079' });
    expect(await screen.findByText('Of 079: N, 2022, 5.')).toBeDefined();
    // Another path is another page, on which the keys go on where they were.
    expect(document.activeElement).toBe(await chip('District: 079 NEWCASTLE'));
  });

  it('offers all districts', async () => {
    const { page, remembered } = draw('/shelf/001');
    await userEvent.click(await chip('District: 001 CESSNOCK'));
    const input = await (await editor('District')).findByRole('combobox');
    await userEvent.clear(input);
    await userEvent.type(input, 'all my{Enter}');
    await expect.poll(() => page.address()).toBe('/shelf/all');
    expect(remembered).toContainEqual({ district: null });
    expect(await chip('District: All my districts')).toBeDefined();
  });

  it('offers the years with data, and carries the one that was chosen', async () => {
    const { page, remembered } = draw('/shelf/001');
    await userEvent.click(await chip('Year: 2022'));
    const years = within(await (await editor('Year')).findByRole('group', { name: 'Years with data' }));
    expect(years.getAllByRole('button').map((button) => button.textContent)).toEqual(['2024', '2022']);
    await userEvent.click(years.getByRole('button', { name: '2024' }));
    await expect.poll(() => page.address()).toBe('/shelf/001?year=2024');
    expect(remembered).toContainEqual({ baseYear: 2024 });
  });

  it('says a year that was carried here in the address, unless everybody begins with it', async () => {
    const own = {
      ...shelf,
      params: shelf.params.map((param) =>
        param.id === 'year' ? { ...param, default: { expr: 'session.selectedBaseyear' } } : param,
      ),
    };
    const carried = drawScreen(own, '/shelf/001', {
      blocks,
      widgets,
      call,
      session: { selectedBaseyear: 2019 },
    });
    expect(await screen.findByText('Of 001: , 2019, 100.')).toBeDefined();
    await expect.poll(() => carried.address()).toBe('/shelf/001?year=2019');
    cleanup();
    const usual = drawScreen(own, '/shelf/001', { blocks, widgets, call });
    expect(await screen.findByText('Of 001: , 2022, 100.')).toBeDefined();
    expect(usual.address()).toBe('/shelf/001');
  });

  it('takes a choice of a list at once, and can be cleared', async () => {
    const { page } = draw('/shelf/001?genre=N');
    await userEvent.click(await chip('Genre: Novel'));
    await userEvent.click(await (await editor('Genre')).findByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: 'Poetry' }));
    await expect.poll(() => page.address()).toBe('/shelf/001?genre=P');
    await userEvent.click(await chip('Genre: Poetry'));
    await userEvent.click((await editor('Genre')).getByRole('button', { name: 'Clear' }));
    await expect.poll(() => page.address()).toBe('/shelf/001');
  });
});

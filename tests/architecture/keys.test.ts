import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

const hears = /onKeyDown|addEventListener\('keydown'/;

/** What hears keys that nobody has to be told of: they are those of any such part of any program. */
const everywhere: { readonly [file: string]: string } = {
  'src/blocks/form/pick-dialog.tsx': 'arrows in the lines of a dialog',
  'src/blocks/grid/column-menu.tsx': 'arrows in a menu',
  'src/blocks/grid/grid-menus.tsx': 'arrows in a menu',
  'src/blocks/grid/grid-toolbar.tsx': 'Enter in a search box',
  'src/blocks/grid/row-menu.tsx': 'arrows in a menu',
  'src/blocks/search/search-line.tsx': 'Escape in a box that is opened',
  'src/blocks/tiles/hub.tsx': 'Enter and Escape in a search box',
  'src/render/dialog.tsx': 'a dialog keeps its keys to itself',
  'src/render/param-editor.tsx': 'Escape in a box that is opened',
  'src/render/record-cards.tsx': 'Escape closes what lies over the page',
  'src/shell/drawer.tsx': 'Escape closes what lies over the page',
  'src/shell/help/help-drawer.tsx': 'Escape closes what lies over the page',
  'src/shell/notifications/notifications.tsx': 'Escape closes what lies over the page',
  'src/shell/palette/palette.tsx': 'the palette writes its keys under its lines',
  'src/shell/palette/typed-ahead.ts': 'what is typed before the palette is there is its own',
  'src/shell/quick-search/quick-search.tsx': 'Enter and Escape in a search box',
  'src/shell/shortcuts.ts': 'the frame hands its keys to the list itself',
  'src/shell/user-menu.tsx': 'Escape closes what lies over the page',
  'src/widgets/combobox.tsx': 'arrows and Enter in a list of choices',
  'src/widgets/parsed-input.tsx': 'whoever gives it a form of keys tells them',
  'src/widgets/record/record.tsx': 'arrows and Enter in a list of choices',
  'src/widgets/rich-text/phrase-manager.tsx': 'arrows at the tabs of a dialog',
  'src/widgets/rich-text/phrase-menu.tsx': 'arrows in a menu',
  'src/widgets/rich-text/toolbar.tsx': 'arrows in a toolbar',
  'src/widgets/tick-list.tsx': 'Enter and Escape in a search box',
};

const told = (targets: readonly string[]) =>
  targets.some((target) => target === 'src/render/keys.ts' || target === 'src/blocks/grid/grid-keys.ts');

const silent = sources
  .filter(({ file, text }) => file.startsWith('src/') && hears.test(text))
  .filter(({ imports }) => !told(imports.map(({ target }) => target)))
  .map(({ file }) => file);

describe('keys', () => {
  it('are told by whatever part of a page hears them', () => {
    expect(silent.filter((file) => !Object.hasOwn(everywhere, file))).toEqual([]);
  });

  it('are left untold by no part that is gone, or tells them', () => {
    expect(Object.keys(everywhere).filter((file) => !silent.includes(file))).toEqual([]);
  });
});

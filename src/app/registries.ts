// Everything a definition can name, one line each. A part loads when a screen first uses it.

import { actionRunners } from '#src/actions/index.ts';
import type { Registries } from '#src/render/registries.ts';
import { widgets } from '#src/widgets/index.ts';

export const registries: Registries = {
  blocks: new Map([
    ['chart', async () => (await import('#src/blocks/chart/chart.tsx')).Chart],
    ['compare', async () => (await import('#src/blocks/compare/compare.tsx')).Compare],
    [
      'definition-editor',
      async () => (await import('#src/blocks/definition-editor/definition-editor.tsx')).DefinitionEditor,
    ],
    ['facts', async () => (await import('#src/blocks/facts/facts.tsx')).Facts],
    ['form', async () => (await import('#src/blocks/form/form.tsx')).FormBlock],
    ['gallery', async () => (await import('#src/blocks/gallery/gallery.tsx')).Gallery],
    ['grid', async () => (await import('#src/blocks/grid/grid.tsx')).Grid],
    ['history', async () => (await import('#src/blocks/history/history.tsx')).History],
    ['include', async () => (await import('#src/blocks/include/include.tsx')).Include],
    ['inputs', async () => (await import('#src/blocks/inputs/inputs.tsx')).Inputs],
    ['itinerary', async () => (await import('#src/blocks/itinerary/itinerary.tsx')).Itinerary],
    ['list', async () => (await import('#src/blocks/list/list.tsx')).List],
    ['map', async () => (await import('#src/blocks/map/map.tsx')).MapBlock],
    ['opened', async () => (await import('#src/blocks/opened/opened.tsx')).Opened],
    ['print-header', async () => (await import('#src/blocks/print-header/print-header.tsx')).PrintHeader],
    ['qr-code', async () => (await import('#src/blocks/qr-code/qr-code.tsx')).QrCode],
    ['related', async () => (await import('#src/blocks/related/related.tsx')).Related],
    ['search', async () => (await import('#src/blocks/search/search.tsx')).Search],
    ['search-proxy', async () => (await import('#src/blocks/search-proxy/search-proxy.tsx')).SearchProxy],
    ['section', async () => (await import('#src/blocks/section/section.tsx')).Section],
    ['stats', async () => (await import('#src/blocks/stats/stats.tsx')).Stats],
    ['street-view', async () => (await import('#src/blocks/street-view/street-view.tsx')).StreetView],
    ['tabs', async () => (await import('#src/blocks/tabs/tabs.tsx')).Tabs],
    ['text', async () => (await import('#src/blocks/text/text.tsx')).TextBlock],
    ['tiles', async () => (await import('#src/blocks/tiles/tiles.tsx')).Tiles],
    ['upload', async () => (await import('#src/blocks/upload/upload.tsx')).Upload],
  ]),
  widgets,
  actions: actionRunners,
};

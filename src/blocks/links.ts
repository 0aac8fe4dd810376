// Link rules of the blocks, one line each. React-free: server and scripts import it, so nothing here may name a component.
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import { link as chart } from './chart/link.ts';
import { link as compare } from './compare/link.ts';
import { link as definitionEditor } from './definition-editor/link.ts';
import { link as facts } from './facts/link.ts';
import { link as form } from './form/link.ts';
import { link as gallery } from './gallery/link.ts';
import { link as grid } from './grid/link.ts';
import { link as history } from './history/link.ts';
import { link as include } from './include/link.ts';
import { link as inputs } from './inputs/link.ts';
import { link as itinerary } from './itinerary/link.ts';
import { link as list } from './list/link.ts';
import { link as map } from './map/link.ts';
import { link as opened } from './opened/link.ts';
import { link as printHeader } from './print-header/link.ts';
import { link as qrCode } from './qr-code/link.ts';
import { link as related } from './related/link.ts';
import { link as search } from './search/link.ts';
import { link as searchProxy } from './search-proxy/link.ts';
import { link as section } from './section/link.ts';
import { link as stats } from './stats/link.ts';
import { link as streetView } from './street-view/link.ts';
import { link as tabs } from './tabs/link.ts';
import { link as text } from './text/link.ts';
import { link as tiles } from './tiles/link.ts';
import { link as upload } from './upload/link.ts';

export const blockLinks: ReadonlyMap<string, BlockLinker> = new Map([
  ['chart', chart],
  ['compare', compare],
  ['definition-editor', definitionEditor],
  ['facts', facts],
  ['form', form],
  ['gallery', gallery],
  ['grid', grid],
  ['history', history],
  ['include', include],
  ['inputs', inputs],
  ['itinerary', itinerary],
  ['list', list],
  ['map', map],
  ['opened', opened],
  ['print-header', printHeader],
  ['qr-code', qrCode],
  ['related', related],
  ['search', search],
  ['search-proxy', searchProxy],
  ['section', section],
  ['stats', stats],
  ['street-view', streetView],
  ['tabs', tabs],
  ['text', text],
  ['tiles', tiles],
  ['upload', upload],
]);

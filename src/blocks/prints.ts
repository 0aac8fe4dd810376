// How blocks stand on paper, one line each; a block without a line cannot be drawn there. React-free: the server imports it.
import type { BlockPrinter } from '#src/core/paper.ts';
import { print as chart } from './chart/print.ts';
import { print as compare } from './compare/print.ts';
import { print as facts } from './facts/print.ts';
import { print as form } from './form/print.ts';
import { print as gallery } from './gallery/print.ts';
import { print as grid } from './grid/print.ts';
import { print as history } from './history/print.ts';
import { print as include } from './include/print.ts';
import { print as printHeader } from './print-header/print.ts';
import { print as section } from './section/print.ts';
import { print as stats } from './stats/print.ts';
import { print as tabs } from './tabs/print.ts';
import { print as text } from './text/print.ts';

/** What is worked or looked at on screen alone leaves no gap in a page that is put on paper. */
const nothing: BlockPrinter = async () => [];

export const blockPrints: ReadonlyMap<string, BlockPrinter> = new Map([
  ['chart', chart],
  ['compare', compare],
  ['facts', facts],
  ['form', form],
  ['gallery', gallery],
  ['grid', grid],
  ['history', history],
  ['include', include],
  ['inputs', nothing],
  ['print-header', printHeader],
  ['related', nothing],
  ['section', section],
  ['stats', stats],
  ['street-view', nothing],
  ['tabs', tabs],
  ['text', text],
  ['upload', nothing],
]);

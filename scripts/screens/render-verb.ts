import type { Verb } from './verb.ts';

export const renderVerb: Verb = {
  name: 'render',
  usage: 'NAME|ROUTE --as ROLE --out FILE.png',
  summary: 'Draws a page in a real browser as somebody of a role sees it.',
  details: [
    'NAME is the id of a screen (report/mediansales), its route, or an address such as /sale/2.',
    '--params ID=VALUE …  parameters; those of the route that are not given are found in the data.',
    '--width 1280, --height: without a height the picture is as high as the page. --dark: dark colours.',
    'Uses the server that runs on the data folder (CADASTRE_DATA), or starts one for the picture. Ends with 1 when',
    '  something on the page failed.',
  ],
  // Server and browser are heavy: no other verb waits for them.
  run: async (args, io) => (await import('./render.ts')).render(args, io),
};

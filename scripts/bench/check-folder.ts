import { checkScreens } from '../screens/check.ts';

const [root = '', ...only] = process.argv.slice(2);
const errors = await checkScreens({
  root,
  json: false,
  out: () => {},
  note: () => {},
  ...(only.length > 0 ? { only } : {}),
});
if (errors > 0) throw new Error(`${errors} errors in ${root}.`);

import { relative, resolve } from 'node:path';
import { checkScreens } from './check.ts';
import { UsageError, type Verb } from './verb.ts';

export const checkVerb: Verb = {
  name: 'check',
  usage: '[--json] [FILE…]',
  summary: 'Tells every mistake in the definitions with file, line, column, rule and remedy.',
  details: [
    'With files, only their findings are told, and no more is looked at than what they touch.',
    'What was found sound is kept in var/check and not found out again until something that it hangs on changes.',
    '--json prints the findings as data. Ends with 1 when there is an error.',
  ],
  run: async (args, { root, out }) => {
    const wrong = args.find((arg) => arg.startsWith('-') && arg !== '--json');
    if (wrong) throw new UsageError(`"${wrong}" is no option of check.`);
    const files = args
      .filter((arg) => !arg.startsWith('-'))
      .map((file) => relative(root, resolve(file)).replaceAll('\\', '/'));
    const errors = await checkScreens({
      root,
      json: args.includes('--json'),
      out,
      note: () => {},
      ...(files.length > 0 ? { only: files } : {}),
    });
    return errors > 0 ? 1 : 0;
  },
};

// `npm run screens -- VERB …`: the analyst's tools.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suggest } from '#src/core/suggest.ts';
import { type Io, UsageError, type Verb } from './screens/verb.ts';
import { verbs } from './screens/verbs.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const io: Io = { root, out: console.log, err: console.error };
const [name, ...args] = process.argv.slice(2);
// `… | head` closes the pipe when it has seen enough.
process.stdout.on('error', () => process.exit());

function overview(out: (line: string) => void): void {
  out('npm run screens -- VERB …, where VERB is one of');
  for (const verb of verbs) out(`  ${`${verb.name} ${verb.usage}`.padEnd(44)} ${verb.summary}`);
  out('npm run screens -- VERB --help tells more of one.');
}

function help(verb: Verb, out: (line: string) => void): void {
  out(`npm run screens -- ${verb.name} ${verb.usage}`);
  for (const line of [verb.summary, ...(verb.details ?? [])]) out(`  ${line}`);
}

const verb = verbs.find((one) => one.name === name);
if (name === undefined || name === 'help' || name === '--help') {
  overview(io.out);
  process.exitCode = name === undefined ? 2 : 0;
} else if (!verb) {
  const near = suggest(
    name,
    verbs.map((one) => one.name),
  );
  io.err(`"${name}" is no verb.${near ? ` ${near}` : ''}`);
  overview(io.err);
  process.exitCode = 2;
} else if (args.includes('--help')) {
  help(verb, io.out);
} else {
  try {
    process.exitCode = await verb.run(args, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(error.message);
    help(verb, io.err);
    process.exitCode = 2;
  }
}

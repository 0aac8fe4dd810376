import { loadConfig } from '#server/config.ts';
import { commands, help } from './database/commands.ts';
import { UsageError } from './database/usage.ts';

const [name, ...args] = process.argv.slice(2);

async function main(): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help') {
    console.log(help);
    return name === undefined ? 2 : 0;
  }
  const command = commands.get(name);
  if (!command) throw new UsageError(`Command "${name}" is unknown.`);
  await command(args, loadConfig(process.env, []));
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) console.error(`\n${help}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { removeFactor } from '#server/access/second-factor.ts';
import type { Config } from '#server/config.ts';
import { writeBackup } from '#server/database/backup.ts';
import { restoreBackup } from '#server/database/restore.ts';
import { schemaToItself } from '#server/database/schema-lock.ts';
import {
  addUser,
  type Credentials,
  endSessions,
  resetPassword,
  setUserActive,
  userId,
} from '#server/database/users.ts';
import { demoCommand } from './demo.ts';
import { progressLines } from './progress.ts';
import { argumentsOf, UsageError } from './usage.ts';
import { valuationFileCommand } from './valuation-file.ts';
import { withClient, withDatabase } from './with-database.ts';

export const help = `npm run admin -- COMMAND

  user list                         every user with roles, the districts they work in and those they only search
  user add NAME [--role ROLE] [--full-name TEXT] [--email TEXT] [--region REGION] [--all-districts] [--valuer]
                                    adds a user and prints the password (roles: administrator, valuer, office,
                                    contractor, analyst, viewer; viewer unless given)
  user disable NAME                 ends the user's sessions and refuses the next sign-in
  user enable NAME
  user reset NAME                   prints a new password and ends the user's sessions
  user reset-factor NAME            takes the user's second factor away, for who has lost phone and recovery codes,
                                    and ends the user's sessions
  demo load                         loads the demo data and prints its users' passwords
  demo --properties COUNT           loads an office for measuring: 200000 properties, 60,000 sales, 40,000 analyses
  demo --state                      loads an office of the whole state, in a place of its own: 2.7 million properties,
                                    1.3 million sales, 60,000 analyses
  demo remove                       removes every synthetic row and the demo's users
  backup FILE                       writes all data, as it is at one moment, into one file
  restore FILE                      loads a backup into a database without data
  valuation-file verify FILE [--hash HASH]
                                    tells whether a valuation file is as it was made, else which member is not
  valuation-file documents FILE --out FOLDER
                                    makes its documents again from the file alone, and compares them byte by byte
  valuation-file compare A B        what differs between two valuation files
  help                              this text

Works beside a running server and without one. DATABASE_URL and CADASTRE_DATA choose the database.`;

type Command = (args: readonly string[], config: Config) => Promise<void>;

export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['user', userCommand],
  ['demo', demoCommand],
  ['backup', backupCommand],
  ['restore', restoreCommand],
  ['valuation-file', valuationFileCommand],
]);

const printed = ({ username, password }: Credentials) => console.log(`${username}  ${password}`);

async function userCommand(args: readonly string[], config: Config): Promise<void> {
  const { words, options } = argumentsOf(
    args,
    ['role', 'full-name', 'email', 'region'],
    ['all-districts', 'valuer'],
  );
  const [verb, name, extra] = words;
  if (verb === 'list' && name === undefined) return listUsers(config);
  if (name === undefined || extra !== undefined)
    throw new UsageError('"user" needs what to do and one name.');
  const email = options.get('email');
  const region = options.get('region');
  switch (verb) {
    case 'add':
      return withDatabase(config, async (database) =>
        printed(
          await database.owner((client) =>
            addUser(client, {
              username: name,
              fullName: options.get('full-name') ?? name,
              role: options.get('role') ?? 'viewer',
              valuer: options.has('valuer'),
              allDistricts: options.has('all-districts'),
              ...(email === undefined ? {} : { email }),
              ...(region === undefined ? {} : { region }),
            }),
          ),
        ),
      );
    case 'disable':
    case 'enable':
      await withDatabase(config, (database) =>
        database.owner((client) => setUserActive(client, name, verb === 'enable')),
      );
      console.log(`${name} is ${verb}d.`);
      return;
    case 'reset':
      return withDatabase(config, async (database) =>
        printed(await database.owner((client) => resetPassword(client, name))),
      );
    case 'reset-factor': {
      const had = await withDatabase(config, (database) =>
        database.owner(async (client) => {
          const id = await userId(client, name);
          // Whoever has the phone may have the open pages, too.
          await endSessions(client, id);
          return removeFactor(client, id);
        }),
      );
      console.log(had ? `${name} signs in without a second factor.` : `${name} had no second factor.`);
      return;
    }
    default:
      throw new UsageError(`"user ${verb ?? ''}" is unknown.`);
  }
}

async function listUsers(config: Config): Promise<void> {
  await withDatabase(config, (database) =>
    database.owner(async (client) => {
      const { rows } = await client.query<{ line: string }>(`
        select concat_ws('  ', u.username, u.full_name, case when not u.active then '(disabled)' end,
          (select string_agg(r.name, ',' order by r.name) from user_role ur join role r on r.id = ur.role_id
            where ur.user_id = u.id),
          case when u.all_districts then 'all districts' else
            'works in ' || coalesce(nullif(array_to_string(user_districts(u.id), ','), ''), 'none') end,
          (select 'may only search ' || string_agg(d, ',' order by d) from unnest(user_districts(u.id, true)) as d
            where d <> all (user_districts(u.id)))) as line
        from app_user u order by u.id`);
      for (const { line } of rows) console.log(line);
    }),
  );
}

async function backupCommand(args: readonly string[], config: Config): Promise<void> {
  const file = fileOf('backup', args);
  if (existsSync(file)) throw new UsageError(`${file} exists already. Choose another name.`);
  const told = progressLines(console.error);
  const rows = await withClient(config, (client) =>
    writeBackup(client, file, (table, share) => told(share, `Writing ${table}`)),
  );
  console.log(`${sum(rows)} rows of ${Object.keys(rows).length} tables written to ${file}`);
}

async function restoreCommand(args: readonly string[], config: Config): Promise<void> {
  const file = fileOf('restore', args);
  if (!existsSync(file)) throw new UsageError(`${file} does not exist.`);
  const rows = await withClient(config, (client, target) =>
    schemaToItself(target, () =>
      restoreBackup(client, file, (line) => console.error(line), { told: progressLines(console.error) }),
    ),
  );
  console.log(`${sum(rows)} rows of ${Object.keys(rows).length} tables restored from ${file}`);
}

function fileOf(command: string, args: readonly string[]): string {
  const [file, extra] = argumentsOf(args, [], []).words;
  if (file === undefined || extra !== undefined) throw new UsageError(`"${command}" needs one file name.`);
  return resolve(file);
}

const sum = (rows: Readonly<Record<string, number>>) =>
  Object.values(rows).reduce((total, count) => total + count, 0);

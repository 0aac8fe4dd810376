import { type Caller, whoOf } from '../../access/caller.ts';
import { sessionEnd } from '../../access/sign-in.ts';
import { readSysparams } from '../../access/system-parameters.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { officeDay } from '../../database/office-day.ts';
import { menuFor } from '../../definitions/menu.ts';
import { chosenDataset, dataThere } from '../../reports/dataset.ts';
import { lastSeen, unseenAfter } from '../app/recent-updates.ts';
import { readTheme } from '../user/own-profile.ts';

async function readOwn(client: DatabaseClient, userId: number) {
  return {
    unseenUpdates: unseenAfter(await lastSeen(client, userId)),
    theme: await readTheme(client, userId),
  };
}

/** What a page is told about its user at sign-in and at a reload. */
export async function sessionAnswer(caller: Caller, context: Context, expiresAt: string) {
  const { database } = context;
  const [params, there, chosen, own] = await Promise.all([
    readSysparams(context),
    dataThere(caller, database, context.now()),
    chosenDataset(caller, database),
    database.write(whoOf(caller), (client) => readOwn(client, caller.id)),
  ]);
  const company = { name: params.COMPNAME ?? context.config.product, baseDate: params.CURRBASE ?? '' };
  return {
    user: {
      id: caller.id,
      username: caller.username,
      full_name: caller.full_name,
      company: { id: 1, ...company },
    },
    userInfo: {
      company: { ...company, params },
      perms: { roles: caller.roles, perms: [...caller.perms] },
      districts: { see: codesOf(caller.districts), work: codesOf(caller.workDistricts) },
      data: { ...there, chosen },
      menu: menuFor(context.definitions.current(), caller),
    },
    expires_at: expiresAt,
    ...own,
    server: {
      version: context.config.version,
      product: context.config.product,
      testSystem: context.config.testSystem,
      today: officeDay(context.now(), context.config.timeZone),
    },
  };
}

function codesOf(districts: Caller['districts']): readonly string[] {
  return districts === '*' ? ['*'] : districts;
}

/** When the session ends: its own moment, or the cap of its token where that comes before. */
export async function sessionExpiry(caller: Caller, context: Context): Promise<string> {
  const end = await sessionEnd(context.database, caller.sessionId, context.config.sessionCapHours);
  return end ?? context.now().toISOString();
}

import type { Caller } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';

/** The right to change the company's phrases: they are options of the contractor. */
export const companyPhrases = 'coptU';

export interface Phrase {
  readonly id: number;
  readonly content: string;
  readonly posn: number;
  readonly active: boolean;
}

export interface PhraseMenu {
  readonly canUpdateCompany: boolean;
  readonly phrases: { readonly allUsers: readonly Phrase[]; readonly thisUser: readonly Phrase[] };
  readonly version: { readonly company: number; readonly user: number };
}

interface ListRow {
  readonly user_id: number | null;
  readonly version: number;
  readonly phrases: readonly Phrase[];
  readonly [column: string]: unknown;
}

/** The phrases of an editor that the caller may use: the company's and their own, nobody else's. */
export async function readMenu(client: DatabaseClient, caller: Caller, name: string): Promise<PhraseMenu> {
  const canUpdateCompany = caller.perms.has(companyPhrases);
  const { rows } = await client.query<ListRow>(
    `select l.user_id, l.version, coalesce(jsonb_agg(
       jsonb_build_object('id', p.id, 'content', p.content, 'posn', p.posn, 'active', p.active) order by p.posn, p.id)
       filter (where p.id is not null), '[]') as phrases
     from phrase_list l left join phrase p on p.list_id = l.id
     where l.company = 1 and l.name = $1::text and (l.user_id is null or l.user_id = $2::bigint) group by l.id`,
    [name, caller.id],
  );
  const company = rows.find((row) => row.user_id === null);
  const own = rows.find((row) => row.user_id !== null);
  return {
    canUpdateCompany,
    phrases: {
      allUsers: (company?.phrases ?? []).filter(({ active }) => active || canUpdateCompany),
      thisUser: own?.phrases ?? [],
    },
    version: { company: company?.version ?? 0, user: own?.version ?? 0 },
  };
}

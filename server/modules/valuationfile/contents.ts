import type { TableChoice } from '../../database/table-files.ts';
import contents from './contents.json' with { type: 'json' };

/** A page that each district, or each component whose report is done, has on paper. */
export interface DocumentPlan {
  readonly screen: string;
  readonly each: string;
  readonly params: { readonly [name: string]: string };
}

/** What a valuation file holds of the database; a table that is not named is in it whole. */
export const choice: TableChoice = contents;

export const documentPlans: readonly DocumentPlan[] = contents.documents.map(({ screen, each, params }) => ({
  screen,
  each,
  params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
}));

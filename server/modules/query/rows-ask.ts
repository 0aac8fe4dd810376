import { resolveText } from '#src/core/resolve/resolve-value.ts';
import { nobody } from '#src/core/scope.ts';
import { districtsOf, titleScope } from '#src/core/title-scope.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import { officeDay } from '../../database/office-day.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { aboutLines } from '../../reports/about-lines.ts';
import { acrossSource, type MadeColumn } from '../../reports/across-source.ts';
import { type ExportWish, exportColumns } from '../../reports/export.ts';
import { type Ask, newerThan, openSource } from '../../reports/row-source.ts';
import type { ReportServer } from '../../reports/served.ts';
import type { ExportOf } from '../../reports/write-export.ts';

/** What a request for the rows of a source as a file says; a job keeps it as it came. */
export interface RowsAsk extends Ask, Partial<Omit<ExportWish, 'format'>> {
  readonly format: ExportWish['format'];
  readonly across?: readonly MadeColumn[];
}

/** Rows that are sent at once; more are a job. */
export const mostAtOnce = { csv: 50_000, xlsx: 20_000 } as const;

/** Finds source and columns, as far as the caller may have them. */
export async function openRows(ask: RowsAsk, caller: Caller, context: ReportServer): Promise<ExportOf> {
  const base = await openSource(ask, caller, context);
  const { format, columns = null, block = null, titles = {}, sort = [], find = '', filter = [] } = ask;
  const screen = visibleScreen(context.definitions.current(), ask.screen, caller)?.screen;
  const source = ask.across ? acrossSource(base, screen?.blocks, block, ask.across) : base;
  const wish = { format, columns, block, titles, sort, find, filter };
  const { figures } = base;
  return {
    source,
    about:
      screen && figures ? aboutLines(screen, base, figures, await titleOfRows(ask, caller, context)) : [],
    columns: exportColumns(source, ask, wish, caller, context),
    wish,
    newerThan: newerThan(ask),
  };
}

export function nameOfRows(
  { screen, format }: RowsAsk,
  context: { readonly now: () => Date; readonly config: { readonly timeZone: string } },
): string {
  return `${screen.replaceAll('/', '-')}-${officeDay(context.now(), context.config.timeZone)}.${format}`;
}

/** The page's title with the parameters that were sent; what else a page fills in is not known here. */
export async function titleOfRows(
  { screen: id, params = {} }: RowsAsk,
  caller: Caller,
  context: ReportServer,
): Promise<string> {
  const screen = visibleScreen(context.definitions.current(), id, caller)?.screen;
  if (!screen) return id;
  const { title } = screen;
  const codes = districtsOf(title, screen.params).map((param) => String(params[param.id] ?? ''));
  const { rows } =
    codes.length === 0
      ? { rows: [] }
      : await context.database.read(whoOf(caller), {}, (client) =>
          client.query<{ code: string; label: string }>(
            'select code, name as label from district where code = any($1::text[])',
            [codes],
          ),
        );
  return resolveText(title, titleScope(title, screen.params, { ...nobody, params }, rows));
}

import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { storeSearch } from '../../records/searches.ts';
import { entityFor } from '../../records/served.ts';
import { districtNames } from '../../reports/districts.ts';
import { databaseFault } from '../../reports/fault.ts';
import { figureRows, mostIds } from '../../reports/figure-rows.ts';
import { figureSentence } from '../../reports/figure-sentence.ts';
import { newerThan, openSource, readerOf, screenOf } from '../../reports/row-source.ts';

export const handler: OperationHandler<'figure.open'> = async (call) => {
  const { body, context } = call;
  const caller = readerOf(body, signedIn(call), context);
  const source = await openSource(body, caller, context);
  const { figures } = source;
  const screen = screenOf(body, caller, context);
  if (!figures || !screen)
    throw new Problem('refused', 'This source does not say what its figures count, so they lead to no rows.');
  const { list, needs, plural } = figures.linked;
  if (!caller.perms.has(needs)) throw new Problem('not-allowed');
  const { prefix } = entityFor(list, context).record;
  const wish = {
    column: body.column ?? null,
    at: body.at ?? [],
    find: body.find ?? '',
    filter: body.filter ?? [],
  };
  const found = await figureRows(source, figures, wish, newerThan(body), caller, context).catch(
    (error: unknown) => {
      throw databaseFault(error, body, caller, context.log);
    },
  );
  const { ids, rows, runAt } = found;
  if (ids.length > mostIds)
    throw new Problem(
      'refused',
      `These are ${ids.length.toLocaleString('en-AU')} ${plural}; a result holds ${mostIds.toLocaleString('en-AU')}. Open a smaller figure, or narrow the filters.`,
    );
  const districts = await districtNames(context.database, context.now());
  const text = figureSentence(screen, source, figures, wish, found, districts);
  const answer = { prefix, rows, records: ids.length, text, run_at: runAt };
  if (ids.length === 0) return { ...answer, hash: null };
  const hash = await storeSearch(context.database, signedIn(call).id, {
    list,
    searchType: 'full',
    isRecent: false,
    criteria: [{ fld: 'id', op: 'oneof', val: ids }],
    figure: {
      text,
      run_at: runAt,
      ...(found.middle.length > 0 ? { middle: found.middle } : {}),
      ...(found.distances ? { distances: found.distances } : {}),
    },
  });
  return { ...answer, hash };
};

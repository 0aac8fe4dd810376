import { groupedSort, isCut, type PageRequest, type RowPage } from '#src/core/rows.ts';

/** What is still to be asked of a request whose page was cut; totals and groups are there already. */
function restOf({ count }: RowPage, request: PageRequest): PageRequest {
  const { group = [], sort, find, filter, sample, counted, offset, limit } = request;
  return {
    offset: offset + count,
    limit: limit - count,
    sort: groupedSort(group, sort),
    find,
    ...(filter ? { filter } : {}),
    ...(sample ? { sample } : {}),
    ...(counted ? { counted } : {}),
    totals: {},
  };
}

/** A page and the rows after it. */
function joined(page: RowPage, rest: RowPage): RowPage {
  return {
    ...page,
    count: page.count + rest.count,
    total: rest.total,
    values: page.values.map((column, i) => [...column, ...(rest.values[i] ?? [])]),
  };
}

/** A page with all rows that were asked for: what its bytes left out is asked for until it is there. */
export async function completed(
  page: RowPage,
  request: PageRequest,
  ask: (rest: PageRequest) => Promise<RowPage>,
): Promise<RowPage> {
  let whole = page;
  for (let last = page; last.count > 0 && isCut(whole, request); ) {
    last = await ask(restOf(whole, request));
    whole = joined(whole, last);
  }
  return whole;
}

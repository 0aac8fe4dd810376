// A change of parameters: to the address, and to what holds for the pages that are opened next.
import { useCallback, useEffect, useRef } from 'react';
import { isExpression, type LinkedParam, type LinkedScreen } from '#src/core/linked.ts';
import { everything } from '#src/core/page-address.ts';
import type { Scope } from '#src/core/scope.ts';
import type { AddressBar } from './address-bar.ts';
import { useWorkspace } from './ports.tsx';

interface Values {
  readonly [id: string]: unknown;
}

/** What of a change holds for the pages that are opened next: the district and the base year. */
function carriedOf({ params }: LinkedScreen, values: Values) {
  const chosen = params.filter(({ id, many }) => id in values && !many);
  const district = chosen.find(({ entity }) => entity === 'district');
  const year = chosen.find(({ format }) => format === 'baseYear');
  const code = district ? values[district.id] : undefined;
  const baseYear = year ? values[year.id] : undefined;
  return {
    ...(typeof code === 'string' ? { district: code === everything ? null : code } : {}),
    ...(typeof baseYear === 'number' ? { baseYear } : {}),
  };
}

/** A year that is another one for whoever works with another. */
function isOwnYear(param: LinkedParam): boolean {
  return param.in === 'query' && param.format === 'baseYear' && isExpression(param.default);
}

export function useChange(
  screen: LinkedScreen,
  scope: Scope,
  bar: AddressBar,
  standards: Values,
): (values: Values) => void {
  const workspace = useWorkspace();
  const opened = useRef({ screen, scope, bar });
  useEffect(() => {
    // A year that was carried here, and is not the company's, is said by the address: whoever is sent it sees the same.
    const { screen: first, scope: at, bar: address } = opened.current;
    const years = first.params
      .filter((param) => isOwnYear(param) && address.query[param.id] === undefined)
      .map(({ id }) => [id, at.params[id]] as const)
      .filter(([, year]) => typeof year === 'number' && year !== at.session.baseYear);
    if (years.length > 0) address.setParams(first.params, Object.fromEntries(years), {});
  }, []);
  return useCallback(
    (values) => {
      const own = screen.params.filter(isOwnYear).map(({ id }) => [id, scope.session.baseYear]);
      bar.setParams(screen.params, values, { ...standards, ...Object.fromEntries(own) });
      workspace.remember(carriedOf(screen, values));
    },
    [bar, screen, scope.session.baseYear, standards, workspace],
  );
}

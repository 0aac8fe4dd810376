import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '#src/api/call.ts';
import type { Criterion } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { BlockProps, Failure } from '#src/render/block-props.ts';
import { asFailure, isAbort, shownFor } from '#src/render/failure.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { type ApiPort, useApi, useAppPorts } from '#src/render/ports.tsx';
import { ErrorCard } from '#src/render/states.tsx';
import { isSearchProxy, type LinkedSearchProxy, type ProxyList } from './link.ts';
import { type Asked, indexOf, type Plan, planOf, resultOf, searchOf } from './plan.ts';
import './search-proxy.css';

export function SearchProxy(props: BlockProps): ReactNode {
  const { block } = props;
  if (!isSearchProxy(block)) return null;
  const asked = askedOf(block, props);
  return <Redirect key={JSON.stringify(asked)} asked={asked} lists={block.lists} />;
}

function askedOf(block: LinkedSearchProxy, { text, evaluate }: BlockProps): Asked {
  const values: unknown = block.values ? evaluate(block.values) : null;
  return {
    kind: text(block.kind),
    action: text(block.action),
    related: text(block.related),
    field: text(block.field),
    values: (Array.isArray(values) ? values : [values])
      .filter((value: unknown) => value !== null && value !== undefined && value !== '')
      .map(String),
    criteria: text(block.criteria),
    search: text(block.search),
  };
}

function Redirect({
  asked,
  lists,
}: {
  readonly asked: Asked;
  readonly lists: readonly ProxyList[];
}): ReactNode {
  const api = useApi();
  const { navigate, snackbar } = useAppPorts();
  const mayOpen = useMayOpen();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  // Only another try searches again, not another identity of what is lent.
  const now = useRef({ api, navigate, snackbar, asked, lists });
  now.current = { api, navigate, snackbar, asked, lists };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try runs it again
  useEffect(() => {
    const gone = new AbortController();
    const ports = now.current;
    setFailure(null);
    destination(planOf(ports.asked, ports.lists), ports.api, gone.signal).then(
      (to) => {
        if (!gone.signal.aborted) now.current.navigate(to, { replace: true });
      },
      (thrown: unknown) => {
        if (gone.signal.aborted || isAbort(thrown)) return;
        const failed = asFailure(thrown);
        now.current.snackbar('error', failed.message, shownFor(failed));
        setFailure(failed);
      },
    );
    return () => gone.abort();
  }, [tries]);

  if (!failure)
    return (
      <p className="cad-search-proxy" role="status">
        The search is being run.
      </p>
    );
  const list = lists.find(({ prefix }) => prefix === asked.kind);
  return (
    <div className="cad-search-proxy">
      <ErrorCard
        title="The search could not be run"
        failure={failure}
        onRetry={failure.code === refused ? undefined : () => setTries(tries + 1)}
      />
      {list && mayOpen(indexOf(list), 'definition') ? (
        <Link to={indexOf(list)}>Search by other criteria</Link>
      ) : null}
    </div>
  );
}

const refused = 'address';

async function destination(plan: Plan, api: ApiPort, signal: AbortSignal): Promise<string> {
  switch (plan.do) {
    case 'open':
      return plan.to;
    case 'refuse':
      throw refusal(plan.message);
    case 'search':
      return resultOf(plan.list, await stored(plan.list, plan.criteria, 'full', api, signal));
    case 'again': {
      const kept = await call(api, 'search.get', { params: { hash: plan.search } }, signal);
      if (!isJsonObject(kept) || !Array.isArray(kept.criteria)) throw refusal(silent);
      if (kept.list !== plan.list.list)
        throw refusal(`This search is one of ${String(kept.list)}, not of ${plan.list.list}.`);
      const criteria = kept.criteria.filter(isCriterion);
      const next = searchOf(plan.list, criteria);
      if (next.do === 'open') return next.to;
      const type = kept.searchType === 'simple' ? 'simple' : 'full';
      return resultOf(plan.list, await stored(plan.list, criteria, type, api, signal));
    }
  }
}

const silent = 'The server answered the search without a result.';

async function stored(
  { list }: ProxyList,
  criteria: readonly Criterion[],
  searchType: 'simple' | 'full',
  api: ApiPort,
  signal: AbortSignal,
): Promise<string> {
  const body = { searchType, isRecent: false, criteria };
  const answer = await call(api, 'record.search', { params: { list }, body }, signal);
  if (!isJsonObject(answer) || typeof answer.hash !== 'string') throw refusal(silent);
  return answer.hash;
}

function isCriterion(value: unknown): value is Criterion {
  return isJsonObject(value) && typeof value.fld === 'string' && typeof value.op === 'string';
}

function refusal(message: string): Failure {
  return { status: 0, code: refused, message, reference: null, errors: [], details: {} };
}

// One page: its definition, and the screen that is drawn from it.
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import { guardedScreen } from '#src/core/linked-guard.ts';
import { asFailure } from '#src/render/failure.ts';
import { lazyPart } from '#src/render/load-part.ts';
import { Screen } from '#src/render/screen.tsx';
import { ErrorCard, Skeleton } from '#src/render/states.tsx';
import { createHitLog } from '#src/session/hits.ts';
import { client } from './client.ts';
import { Inspectable } from './frame.tsx';
import { useKnownPlaces } from './use-known-places.ts';
import { type OpenedPage, useOpenedPage } from './use-opened-page.ts';
import { usePageWords } from './use-page-words.ts';
import { useScopeBase } from './use-scope-base.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

const NotFound = lazyPart(async () => (await import('#src/shell/not-found.tsx')).NotFound);

const logHit = createHitLog({
  now: () => performance.now(),
  // A count that fails is not worth a message.
  send: (path) => void client.call('user.loghit', { body: { path } }).catch(() => undefined),
});

export function Page({
  offered,
  signedIn,
  today,
}: {
  readonly offered: OpenedPage;
  readonly signedIn: boolean;
  readonly today: string;
}) {
  const location = useLocation();
  const [title, setTitle] = useState('');
  const base = useScopeBase(today);
  const { setDirty, isDirty } = useUnsavedGuard();
  const { entry, routeParams } = useOpenedPage(offered, isDirty);
  const {
    data: screen,
    error,
    mutate: again,
  } = useSWRImmutable(
    entry ? ['definition', entry.hash] : null,
    async () => guardedScreen(await client.call('definition.get', { params: { hash: entry?.hash } })),
    { keepPreviousData: true },
  );
  const known = useKnownPlaces(entry, routeParams);
  const found = entry !== null && known !== false;
  usePageWords(found ? title : 'Page not found', found && screen ? screen.help : null);
  const counted = signedIn && found && screen !== undefined && screen.hits !== false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation counts, also one to the same page
  useEffect(() => {
    if (counted) logHit(location.pathname);
  }, [counted, location.key]);

  let content: ReactNode;
  if (!found) content = <NotFound />;
  else if (error && !(screen && isDirty()))
    content = (
      <ErrorCard
        title="This page could not be loaded"
        failure={asFailure(error)}
        onRetry={() => void again()}
      />
    );
  else if (!screen || known === undefined) content = <Skeleton page />;
  else
    content = (
      <>
        {offered.entry === null || error ? (
          <p className="cad-withdrawn" role="status">
            {offered.entry === null
              ? 'This page is not available to you any more.'
              : `This page has changed, and what it is now could not be loaded: ${asFailure(error).message}`}{' '}
            What you typed is still here; copy what you need before you leave.
          </p>
        ) : null}
        <Screen
          screen={screen}
          routeParams={routeParams}
          base={base}
          visit={`${location.key} ${location.pathname}`}
          onTitle={setTitle}
          setDirty={setDirty}
        />
      </>
    );
  return <Suspense fallback={null}>{signedIn ? <Inspectable>{content}</Inspectable> : content}</Suspense>;
}

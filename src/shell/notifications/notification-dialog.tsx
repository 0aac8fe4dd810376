import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '#src/api/call.ts';
import { formatValue } from '#src/core/format.ts';
import { isJsonObject } from '#src/core/values.ts';
import { Dialog } from '#src/render/dialog.tsx';
import { useApi } from '#src/render/ports.tsx';
import { prefixOfList } from '../item-types.ts';
import { showFailure, showSnackbar } from '../snackbars.tsx';
import { useKnownRoute } from '../use-known-route.ts';
import { describeNotification, type Fact } from './describe.ts';
import { type Notification, readSharedSearch, type SharedSearch } from './notification.ts';

/** What a notification says, and for a shared search what can be done with it. */
export function NotificationDialog({
  notification,
  onClose,
}: {
  readonly notification: Notification;
  readonly onClose: () => void;
}) {
  const { title, text, opens, facts } = describeNotification(notification);
  const shared = opens === 'search' ? readSharedSearch(notification.notify_detail) : null;
  const from = notification.from_name;
  return (
    <Dialog closing="cross" title={title} onClose={onClose}>
      <p className="cad-note">
        {from === null ? '' : `From ${from}, `}
        {formatValue('datetime', notification.updated_at)}
      </p>
      {opens === 'facts' ? <Facts facts={facts} onLeave={onClose} /> : <p className="cad-message">{text}</p>}
      {shared ? <TakeSearch shared={shared} onDone={onClose} /> : null}
    </Dialog>
  );
}

function Facts({ facts, onLeave }: { readonly facts: readonly Fact[]; readonly onLeave: () => void }) {
  const knows = useKnownRoute();
  return (
    <dl className="cad-notification-facts">
      {facts.map(({ name, value, links }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {links?.every(({ to }) => knows(to)) && links.length > 0
              ? links.map((link, i) => (
                  <span key={link.to}>
                    {i > 0 ? ', ' : ''}
                    <Link to={link.to} onClick={onLeave}>
                      {link.text}
                    </Link>
                  </span>
                ))
              : value || '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A shared search is accepted into one's own favourites, or run at once. */
function TakeSearch({ shared, onDone }: { readonly shared: SharedSearch; readonly onDone: () => void }) {
  const api = useApi();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const take = async (then: (hash: string) => Promise<void> | void) => {
    setBusy(true);
    try {
      // The criteria are what somebody else sent: the server decides about them.
      const answer = await api.call('record.search', {
        params: { list: shared.list },
        body: { searchType: 'full', isRecent: false, criteria: shared.criteria },
      });
      if (!isJsonObject(answer) || typeof answer.hash !== 'string')
        throw new Error('The server answered the search without a result.');
      await then(answer.hash);
      onDone();
    } catch (thrown) {
      showFailure(thrown);
      setBusy(false);
    }
  };
  return (
    <div className="cad-dialog-buttons">
      <button
        type="button"
        className="cad-button"
        disabled={busy}
        onClick={() =>
          void take(async (hash) => {
            await call(api, 'search.keep', { params: { hash }, body: { favourite: true } });
            showSnackbar('success', 'The search is now one of your favourite searches.');
          })
        }
      >
        Accept
      </button>
      <button
        type="button"
        className="cad-button cad-primary"
        disabled={busy}
        onClick={() =>
          void take(
            (hash) => void navigate(`/${prefixOfList(shared.list)}/result/${encodeURIComponent(hash)}`),
          )
        }
      >
        Run
      </button>
    </div>
  );
}

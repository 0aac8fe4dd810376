import { useEffect, useId, useRef, useState } from 'react';
import { call } from '#src/api/call.ts';
import { newId } from '#src/api/new-id.ts';
import { Dialog } from '#src/render/dialog.tsx';
import { useApi } from '#src/render/ports.tsx';
import { isOn } from '#src/session/parameters.ts';
import { useSession } from '#src/session/store.ts';
import { showFailure, showSnackbar } from '../snackbars.tsx';
import { type SharedSearch, sharedSearchDetail } from './notification.ts';
import { Recipients } from './recipients.tsx';
import './notifications.css';

const noRecipient = 'Please select the person (or people) you want to notify';
const noMessage = 'Please type your message before sending';
const sharingOff = 'Sharing searches is switched off for this company (system parameter NTFYSHSR).';

function sentTo(answer: unknown, picked: number): number {
  return typeof answer === 'object' && answer !== null && 'sent' in answer && typeof answer.sent === 'number'
    ? answer.sent
    : picked;
}

/** A message to other users, or a search that is shared with them. */
export function NewNotification({
  search,
  onClose,
}: {
  readonly search: SharedSearch | null;
  readonly onClose: () => void;
}) {
  const api = useApi();
  const me = useSession((s) => s.user?.id ?? null);
  const mayShare = useSession((s) => isOn(s, 'NTFYSHSR'));
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const message = useRef<HTMLTextAreaElement>(null);
  // One id for one notification: a repeat after a lost answer sends nothing twice.
  const [request] = useState(() => newId());
  const id = useId();
  const allowed = search === null || mayShare;
  const noOne = picked.size === 0;
  const empty = search === null && text.trim() === '';
  useEffect(() => message.current?.focus(), []);

  const send = async () => {
    setTried(true);
    if (noOne || empty || busy || !allowed) return;
    setBusy(true);
    try {
      const answer = await call(api, 'notification.send', {
        body: {
          to_user_id: [...picked],
          from_user_id: me,
          notify_type: search === null ? 'NOTEMESS' : 'SHARSRCH',
          notify_detail: search === null ? { text: text.trim() } : sharedSearchDetail(search),
          request_id: request,
        },
      });
      showSnackbar('success', `Notification has been sent to ${sentTo(answer, picked.size)} user(s)`);
      onClose();
    } catch (thrown) {
      showFailure(thrown);
      setBusy(false);
    }
  };

  return (
    <Dialog closing="cross" title={search === null ? 'New notification' : 'Share search'} onClose={onClose}>
      <form
        className="cad-new-notification"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {search === null ? (
          <div>
            <label htmlFor={`${id}-text`}>Message</label>
            <textarea
              ref={message}
              id={`${id}-text`}
              className="cad-input"
              rows={4}
              maxLength={2000}
              value={text}
              aria-invalid={tried && empty}
              aria-describedby={tried && empty ? `${id}-empty` : undefined}
              onChange={(event) => setText(event.target.value)}
            />
            {tried && empty ? (
              <p id={`${id}-empty`} className="cad-field-problem" role="alert">
                {noMessage}
              </p>
            ) : null}
          </div>
        ) : (
          <p className="cad-message">
            <b>{search.list}</b>
            <br />
            {search.text}
          </p>
        )}
        <Recipients picked={picked} onPick={setPicked} error={tried && noOne ? noRecipient : null} />
        {allowed ? null : (
          <p id={`${id}-off`} className="cad-note">
            {sharingOff}
          </p>
        )}
        <div className="cad-dialog-buttons">
          <button type="button" className="cad-button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="cad-button cad-primary"
            disabled={busy || !allowed}
            aria-describedby={allowed ? undefined : `${id}-off`}
          >
            Send
          </button>
        </div>
      </form>
    </Dialog>
  );
}

import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { formatValue } from '#src/core/format.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useUpload } from '#src/render/upload.ts';
import { FileLine } from './file-line.tsx';
import { isUpload, type LinkedUpload } from './link.ts';
import { createQueue } from './queue.ts';
import './upload.css';

function accepted(file: File, accept: readonly string[]): boolean {
  if (accept.length === 0) return true;
  const name = file.name.toLowerCase();
  return accept.some((ending) => name.endsWith(ending.toLowerCase()));
}

export function Upload(props: BlockProps): ReactNode {
  const { block } = props;
  return isUpload(block) ? <UploadQueueView {...props} upload={block} /> : null;
}

function UploadQueueView({
  upload: block,
  text,
  act,
  setDirty,
}: BlockProps & { readonly upload: LinkedUpload }): ReactNode {
  const send = useUpload();
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [options, setOptions] = useState(() =>
    Object.fromEntries(block.options.map((o) => [o.id, o.default])),
  );
  // The queue outlives renders; what it calls is always the newest.
  const sent = useRef((_answer: unknown) => {});
  sent.current = (answer) => {
    if (block.on.length > 0) void act(block.on, isJsonObject(answer) ? { row: answer } : {});
  };
  const [queue] = useState(() => createQueue((answer) => sent.current(answer)));
  const files = useSyncExternalStore(queue.subscribe, queue.files);
  const busy = files.some(({ state }) => state.kind === 'waiting' || state.kind === 'sending');
  useEffect(() => setDirty(busy), [busy, setDirty]);
  useEffect(() => queue.close, [queue]);
  const inputId = useId();
  const helpId = useId();

  const take = (list: FileList | null) => {
    const given = [...(list ?? [])].slice(0, block.many ? undefined : 1);
    const good = given.filter((file) => accepted(file, block.accept));
    setRefused(given.filter((file) => !good.includes(file)).map((file) => file.name));
    const fixed = Object.entries(block.query).map(([name, value]) => [name, text(value)]);
    const query = { ...Object.fromEntries(fixed), ...options };
    if (good.length > 0)
      queue.add(good, (file, onProgress, signal) => send(block.operation, file, query, onProgress, signal));
  };
  const title = text(block.title);
  const someOver = files.some(({ state }) => state.kind !== 'waiting' && state.kind !== 'sending');
  return (
    <div className="cad-upload">
      {title ? <h2>{title}</h2> : null}
      {block.options.length > 0 ? (
        <fieldset>
          <legend>Options</legend>
          {block.options.map((option) => (
            <label key={option.id}>
              <input
                type="checkbox"
                checked={options[option.id] ?? false}
                onChange={(event) => setOptions({ ...options, [option.id]: event.target.checked })}
              />
              <span>
                {option.title}
                {option.help ? <span className="cad-upload-help">{option.help}</span> : null}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <label
        htmlFor={inputId}
        className="cad-upload-drop"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <span className="cad-upload-label">{block.label}</span>
        <span className="cad-upload-help" id={helpId}>
          {block.help ?? (block.accept.length > 0 ? `Files ending in ${block.accept.join(', ')}.` : '')}
        </span>
        <input
          id={inputId}
          type="file"
          multiple={block.many}
          accept={block.accept.join(',')}
          aria-describedby={helpId}
          onChange={(event) => {
            take(event.target.files);
            // The same file may be picked again.
            event.target.value = '';
          }}
        />
      </label>
      {block.camera ? (
        <label className="cad-upload-camera">
          {block.camera}
          <input
            type="file"
            accept="image/jpeg,image/png"
            capture="environment"
            onChange={(event) => {
              take(event.target.files);
              event.target.value = '';
            }}
          />
        </label>
      ) : null}
      {refused.length > 0 ? (
        <p className="cad-upload-refused" role="alert">
          Not sent: {refused.join(', ')}. Only files ending in {block.accept.join(', ')} are taken.
        </p>
      ) : null}
      {files.length > 0 ? (
        <>
          <ul className="cad-upload-files" aria-label="Files">
            {files.map((entry) => (
              <FileLine
                key={entry.id}
                entry={entry}
                size={formatValue('fileSize', entry.file.size)}
                result={(answer) =>
                  block.result && isJsonObject(answer) ? text(block.result, { row: answer }) : 'Sent'
                }
                onCancel={() => queue.cancel(entry.id)}
              />
            ))}
          </ul>
          {someOver ? (
            <button type="button" className="cad-button" onClick={queue.clear}>
              Clear the list
            </button>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

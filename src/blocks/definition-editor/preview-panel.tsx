import { useEffect, useId, useMemo, useState } from 'react';
import useSWRImmutable from 'swr/immutable';
import { call } from '#src/api/call.ts';
import type { LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import type { Scope } from '#src/core/scope.ts';
import { WidgetPart } from '#src/render/parts.tsx';
import { useApi, useAppPorts, useManifest, useRegistries } from '#src/render/ports.tsx';
import { ErrorCard, Skeleton } from '#src/render/states.tsx';
import { type Preview, peopleOf } from './answers.ts';
import { previewPorts, readingApi } from './preview-ports.ts';
import { PreviewRoot } from './preview-root.tsx';

export interface PreviewView {
  readonly as: string;
  readonly width: string;
  readonly dark: boolean;
}

/** Stands for all districts that may be seen. */
const everything = 'all';

const widths = [
  { id: 'full', label: 'As wide as here' },
  { id: '360', label: '360' },
  { id: '768', label: '768' },
  { id: '1280', label: '1280' },
];

function usePeople() {
  const api = useApi();
  return useSWRImmutable('studio-people', async () => peopleOf(await call(api, 'studio.people'))).data;
}

/** The first screen's answer stays while the next one is on its way, so nothing flickers at every key. */
function useLastScreen(preview: Preview | null): LinkedScreen | null {
  const [last, setLast] = useState<LinkedScreen | null>(null);
  const next = preview?.screen ?? null;
  useEffect(() => {
    if (next) setLast(next);
  }, [next]);
  return next ?? last;
}

/** The draft as its users would see it, on real data. */
export function PreviewPanel({
  preview,
  failure,
  inForce,
  scope,
  view,
  onView,
}: {
  readonly preview: Preview | null;
  readonly failure: string | null;
  /** Nothing was changed: everybody sees it so. */
  readonly inForce: boolean;
  readonly scope: Scope;
  readonly view: PreviewView;
  readonly onView: (view: PreviewView) => void;
}) {
  const id = useId();
  const people = usePeople();
  const api = useApi();
  const app = useAppPorts();
  const registries = useRegistries();
  const manifest = useManifest();
  const screen = useLastScreen(preview);
  const [title, setTitle] = useState('');
  const [leads, setLeads] = useState<string | null>(null);
  const [given, setGiven] = useState<{ readonly [id: string]: string }>({});

  const routeParams = useMemo(() => paramsOf(screen?.params ?? [], given, scope), [screen, given, scope]);
  const missing = (screen?.params ?? []).filter((param) => param.in === 'route' && !routeParams[param.id]);
  const errors = (preview?.findings ?? []).filter(({ severity }) => severity === 'error').length;
  const screenId = screen?.id ?? null;
  // The server holds every call to what whoever looks and as whom they look may both see.
  const reading = useMemo(
    () => readingApi(screenId === null ? api : (api.looking?.(screenId) ?? api)),
    [api, screenId],
  );
  const page = useMemo(() => {
    if (!screen || !preview) return null;
    const { params: _params, data: _data, ...base } = scope;
    return {
      screen,
      routeParams,
      base: { ...base, roles: preview.roles, perms: preview.perms },
      api: reading,
      as: preview.as,
      ports: previewPorts(app, (to) => setLeads(to)),
      registries,
      manifest,
      onTitle: setTitle,
    };
  }, [screen, preview, scope, routeParams, reading, app, registries, manifest]);

  return (
    <div className="cad-preview">
      <div className="cad-preview-bar">
        <label>
          <span>Seen as</span>
          <select value={view.as} onChange={(event) => onView({ ...view, as: event.target.value })}>
            <option value="">myself</option>
            <optgroup label="Roles">
              {(people?.roles ?? []).map((role) => (
                <option key={role.name} value={`role:${role.name}`}>
                  {role.title}
                </option>
              ))}
            </optgroup>
            <optgroup label="Users">
              {(people?.users ?? []).map((user) => (
                <option key={user.name} value={`user:${user.name}`}>
                  {user.title}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
        <label>
          <span>Width</span>
          <select value={view.width} onChange={(event) => onView({ ...view, width: event.target.value })}>
            {widths.map((width) => (
              <option key={width.id} value={width.id}>
                {width.label}
              </option>
            ))}
          </select>
        </label>
        <label className="cad-preview-check">
          <input type="checkbox" checked={view.dark} onChange={() => onView({ ...view, dark: !view.dark })} />
          <span>Dark</span>
        </label>
        {(screen?.params ?? [])
          .filter((param) => param.in === 'route')
          .map((param) => (
            <div key={param.id} className="cad-preview-param">
              <label htmlFor={`${id}-${param.id}`} id={`${id}-${param.id}-label`}>
                {param.title}
              </label>
              <WidgetPart
                type={param.widget.type === 'none' ? 'text' : param.widget.type}
                id={`${id}-${param.id}`}
                name={param.id}
                label={param.title}
                value={inputValue(param, routeParams[param.id])}
                onChange={(value, fault) => {
                  if (fault === undefined) setGiven({ ...given, [param.id]: String(value ?? '') });
                }}
                disabled={false}
                readOnly={false}
                required={true}
                invalid={false}
                describedBy={undefined}
                options={param.widget.options}
                codes={param.codes ? (screen?.codes[param.codes] ?? null) : null}
                many={false}
                onBlur={() => undefined}
              />
            </div>
          ))}
      </div>
      <p className="cad-preview-banner" role="status">
        <strong>{inForce ? 'As it is in force.' : 'Draft – not published.'}</strong> {title}
        {errors > 0
          ? ` ${errors === 1 ? 'One error' : `${errors} errors`} to mend: below is the last right one.`
          : ''}
        {leads ? ` The link leads to ${leads}.` : ''}
      </p>
      {failure ? (
        <ErrorCard title="The preview could not be drawn" message={failure} />
      ) : preview === null ? (
        <Skeleton />
      ) : preview.screen === null && errors === 0 && !preview.visible ? (
        <div className="cad-empty">They do not see this page: it needs a right that they do not have.</div>
      ) : page === null ? (
        <div className="cad-empty">The page is drawn once its errors are mended.</div>
      ) : missing.length > 0 ? (
        <div className="cad-empty">
          Fill in {missing.map((param) => param.title).join(', ')} to see the page.
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
        <section className="cad-preview-scroll" aria-label="Preview" tabIndex={0}>
          <div
            className={`cad-preview-page${view.dark ? ' cad-theme-dark bp6-dark' : ''}`}
            style={view.width === 'full' ? {} : { width: `${view.width}px` }}
          >
            <PreviewRoot page={page} />
          </div>
        </section>
      )}
    </div>
  );
}

/** The text of the address as the parameter's widget holds it. */
function inputValue(param: LinkedParam, text: string | undefined): string | number | null {
  if (text === undefined || text === '') return null;
  return param.type === 'integer' || param.type === 'number' ? Number(text) : text;
}

/** What stands in the address: what was typed here, else the person's own district or all of theirs. */
function paramsOf(
  params: readonly LinkedParam[],
  given: { readonly [id: string]: string },
  scope: Scope,
): { readonly [id: string]: string } {
  return Object.fromEntries(
    params
      .filter((param) => param.in === 'route')
      .map((param) => [
        param.id,
        given[param.id] ??
          (param.entity === 'district' ? String(scope.session.selectedDistrict ?? everything) : ''),
      ]),
  );
}

import { type ReactNode, useId } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApi } from '#src/render/ports.tsx';
import type { Dataset } from '#src/session/session-state.ts';
import { useSession } from '#src/session/store.ts';
import { chooseDataset, datasetOf, offersChoice, realHasCome } from '#src/session/workspace.ts';

const names = { real: 'Real data', synthetic: 'Synthetic data' } as const;
const sets: readonly Dataset[] = ['real', 'synthetic'];

/** A choice holds for every page, so the one that is open does not keep another from its address. */
function useChoose(): (dataset: Dataset) => void {
  const api = useApi();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (dataset) => {
    chooseDataset(api, dataset);
    const query = new URLSearchParams(search);
    if (!query.has('dataset')) return;
    query.delete('dataset');
    void navigate({ pathname, search: query.toString(), hash }, { replace: true });
  };
}

/** The switch of the workspace. Nothing but a person moves it. */
export function DataChoice(): ReactNode {
  const offered = useSession((s) => offersChoice(s.userInfo?.data));
  const working = useSession(datasetOf);
  const choose = useChoose();
  const name = useId();
  if (!offered) return null;
  return (
    <fieldset className="cad-data-choice">
      <legend>Data on all pages</legend>
      {sets.map((dataset) => (
        <label key={dataset} data-dataset={dataset}>
          <input type="radio" name={name} checked={working === dataset} onChange={() => choose(dataset)} />
          {names[dataset]}
        </label>
      ))}
    </fieldset>
  );
}

/** Said until it is answered: real data has come, and nothing of what is shown has changed by itself. */
export function DataOffer(): ReactNode {
  const come = useSession((s) => realHasCome(s.userInfo?.data));
  const choose = useChoose();
  if (!come) return null;
  return (
    <div className="cad-data-offer" role="status">
      <p>
        Real sales have been imported. Reports and the dashboard show the synthetic data until you change it.
      </p>
      <button type="button" className="cad-button cad-primary" onClick={() => choose('real')}>
        Show the real data
      </button>
      <button type="button" className="cad-button" onClick={() => choose('synthetic')}>
        Stay with the synthetic data
      </button>
    </div>
  );
}

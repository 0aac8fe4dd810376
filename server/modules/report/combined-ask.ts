import type { ParamValues } from '../../reports/bind-params.ts';
import type { Dataset } from '../../reports/dataset.ts';

export interface CombinedAsk {
  readonly reports: readonly string[];
  readonly districts: readonly string[];
  /** Given once; a report takes those that it has. */
  readonly params?: ParamValues;
  readonly dataset?: Dataset;
}
